package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.job.ReaderContext;
import io.github.foggara.api.job.SinkContext;
import io.github.foggara.api.state.AggregatingState;
import io.github.foggara.api.state.AggregatingStateDescriptor;
import io.github.foggara.api.state.BroadcastState;
import io.github.foggara.api.state.KeyGroupRange;
import io.github.foggara.api.state.KeyedStateBackend;
import io.github.foggara.api.state.ListState;
import io.github.foggara.api.state.ListStateDescriptor;
import io.github.foggara.api.state.MapState;
import io.github.foggara.api.state.MapStateDescriptor;
import io.github.foggara.api.state.ReducingState;
import io.github.foggara.api.state.ReducingStateDescriptor;
import io.github.foggara.api.state.StateDescriptor;
import io.github.foggara.api.state.StateTypes;
import io.github.foggara.api.state.ValueState;
import io.github.foggara.api.state.ValueStateDescriptor;
import io.github.foggara.kernel.plugin.Lease;
import io.github.foggara.kernel.service.ServiceMissingException;
import io.github.foggara.kernel.service.ServiceNeed;
import io.github.foggara.kernel.taskexecutor.mailbox.Doorbell;
import java.util.ArrayList;
import java.util.List;

/** What the functions of one operator may know, and the services they hold. Task thread, except {@link #wake()}. */
class OperatorContext implements ReaderContext, SinkContext {
    private final AttemptInfo info;
    private final String operator;
    private final Doorbell bell;
    /** Null where there is no operator: at the ways out of a chain. */
    private final OperatorState state;

    private final List<Lease<?>> leases = new ArrayList<>();
    private boolean opening;
    private long workDone;
    private volatile boolean awake;

    OperatorContext(AttemptInfo info, String operator, Doorbell bell) {
        this(info, operator, bell, null);
    }

    OperatorContext(AttemptInfo info, String operator, Doorbell bell, OperatorState state) {
        this.info = info;
        this.operator = operator;
        this.bell = bell;
        this.state = state;
    }

    @Override
    public String jobName() {
        return info.jobName();
    }

    @Override
    public String operatorName() {
        return operator;
    }

    @Override
    public int subtask() {
        return info.attempt().subtask();
    }

    @Override
    public int parallelism() {
        return info.parallelism();
    }

    @Override
    public int attempt() {
        return info.attempt().attempt();
    }

    @Override
    public ExecutionAttemptId attemptId() {
        return info.attempt();
    }

    @Override
    public <S> S service(Class<S> type, String filter) {
        if (!opening) {
            throw new IllegalStateException("Operator '" + operator + "' asked for the service " + type.getName()
                    + " outside open: look services up in open and keep them in a field");
        }
        ServiceNeed need = new ServiceNeed(type.getName(), filter);
        Lease<S> lease = info.services()
                .lease(
                        info.program(),
                        type,
                        filter,
                        bundle -> info.serviceLeaves().accept(need, bundle))
                .orElseThrow(() -> new ServiceMissingException(need, operator));
        leases.add(lease);
        return lease.service();
    }

    @Override
    public <T> ValueState<T> state(ValueStateDescriptor<T> descriptor) {
        return keyed(descriptor).state(descriptor);
    }

    @Override
    public <T> ListState<T> state(ListStateDescriptor<T> descriptor) {
        return keyed(descriptor).state(descriptor);
    }

    @Override
    public <K, V> MapState<K, V> state(MapStateDescriptor<K, V> descriptor) {
        return keyed(descriptor).state(descriptor);
    }

    @Override
    public <T> ReducingState<T> state(ReducingStateDescriptor<T> descriptor) {
        return keyed(descriptor).state(descriptor);
    }

    @Override
    public <I, A, O> AggregatingState<I, O> state(AggregatingStateDescriptor<I, A, O> descriptor) {
        return keyed(descriptor).state(descriptor);
    }

    @Override
    public <T> ListState<T> operatorState(ListStateDescriptor<T> descriptor) {
        return stateFor(descriptor).unkeyed().listState(descriptor);
    }

    @Override
    public <T> ListState<T> unionState(ListStateDescriptor<T> descriptor) {
        return stateFor(descriptor).unkeyed().unionListState(descriptor);
    }

    @Override
    public <K, V> BroadcastState<K, V> broadcastState(MapStateDescriptor<K, V> descriptor) {
        return stateFor(descriptor).unkeyed().broadcastState(descriptor);
    }

    private KeyedStateBackend keyed(StateDescriptor descriptor) {
        return stateFor(descriptor).keyed();
    }

    private OperatorState stateFor(StateDescriptor descriptor) {
        if (state == null) {
            throw new IllegalStateException("A key selector behind operator '" + operator + "' asked for the state '"
                    + descriptor.name() + "': it has none");
        }
        if (!opening) {
            throw new IllegalStateException("Operator '" + operator + "' asked for the state '" + descriptor.name()
                    + "' outside open: ask in open and keep it in a field");
        }
        return state;
    }

    /**
     * @throws IllegalStateException outside of open
     */
    final void requireOpening(String what) {
        if (!opening) {
            throw new IllegalStateException("Operator '" + operator + "' " + what + " outside open");
        }
    }

    /** Null at the ways out of a chain. */
    OperatorState state() {
        return state;
    }

    /** Number of key groups. */
    int maxParallelism() {
        return state.supply().maxParallelism();
    }

    /** Those of this subtask. */
    KeyGroupRange keyGroups() {
        return state.supply().keyGroups();
    }

    /** Any thread. */
    StateTypes stateTypes() {
        return state.supply().types();
    }

    /** Whether {@link #service} and state are allowed. */
    void opening(boolean now) {
        opening = now;
    }

    void hold(Lease<?> lease) {
        leases.add(lease);
    }

    void releaseServices() throws Exception {
        Closing closing = new Closing();
        for (Lease<?> lease : leases) {
            closing.run(lease::close);
        }
        leases.clear();
        closing.rethrow();
    }

    @Override
    public void requestSplit() {
        info.splitRequest().run();
    }

    @Override
    public void progress(long units) {
        workDone = units;
    }

    long workDone() {
        return workDone;
    }

    @Override
    public void wake() {
        awake = true;
        bell.wake();
    }

    /** Whether {@link #wake()} was called since the last time. */
    boolean takeWake() {
        boolean was = awake;
        if (was) {
            awake = false;
        }
        return was;
    }

    AttemptInfo info() {
        return info;
    }
}
