package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.graph.OperatorNode;
import io.github.foggara.api.graph.StreamEdge;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.state.FormerSegments;
import io.github.foggara.api.state.KeyGroupRange;
import io.github.foggara.api.state.KeyGrouping;
import io.github.foggara.api.state.SegmentedState;
import io.github.foggara.api.state.StateTypes;
import io.github.foggara.api.task.MemoryReservation;
import io.github.foggara.api.task.TaskContext;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.kernel.taskexecutor.Topology;
import io.github.foggara.kernel.taskexecutor.mailbox.Doorbell;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;

/** What an operator that a plugin made may know and use. Task thread. */
final class PluginContext extends OperatorContext implements TaskContext {
    /** Events that wait in the gate are looked for once in so many calls, since looking costs as much as some records. */
    private static final int CALLS_PER_LOOK = 128;

    private final OperatorNode node;
    private final Topology topology;
    private final ChainContext chain;
    private final Doorbell bell;
    private final boolean head;
    private final List<MemoryReservation> reservations = new ArrayList<>();
    private int calls;

    /**
     * @param head whether it begins the chain
     */
    PluginContext(
            AttemptInfo info,
            OperatorNode node,
            Doorbell bell,
            OperatorState state,
            Topology topology,
            ChainContext chain,
            boolean head) {
        super(info, node.name(), bell, state);
        this.node = node;
        this.topology = topology;
        this.chain = chain;
        this.bell = bell;
        this.head = head;
    }

    /**
     * @throws IllegalStateException if an operator that asks for its records cannot be where this one is
     */
    void requirePull() {
        int inputs = (int) topology.graph().edgesTo(node.uid()).stream()
                .mapToInt(StreamEdge::input)
                .distinct()
                .count();
        if (!head || inputs != 1) {
            throw new IllegalStateException(
                    "Operator '" + operatorName() + "' asks for its records, so it has to begin a chain"
                            + " and to have one input; it "
                            + (head
                                    ? "has " + inputs + " inputs"
                                    : "is chained to the operator before it: set chainable=false"));
        }
    }

    private List<OperatorNode> producers(int input) {
        List<OperatorNode> producers = topology.graph().edgesTo(node.uid()).stream()
                .filter(edge -> edge.input() == input)
                .map(edge -> topology.graph().node(edge.from()))
                .toList();
        if (producers.isEmpty()) {
            throw new IllegalArgumentException("Operator '" + operatorName() + "' has no input " + input);
        }
        return producers;
    }

    @Override
    public RecordCodec<Object> inputCodec(int input) {
        // All write the class of each record, so any of them reads what another one wrote.
        return topology.codec(producers(input).get(0));
    }

    @Override
    public Class<?> inputType(int input) {
        List<Class<?>> types = producers(input).stream()
                .<Class<?>>map(producer -> producer.outputType() == null ? Object.class : producer.outputType())
                .distinct()
                .toList();
        return types.size() == 1 ? types.get(0) : Object.class;
    }

    @Override
    public RecordCodec<Object> outputCodec() {
        return topology.codec(node);
    }

    @Override
    public StateTypes types() {
        return stateTypes();
    }

    @Override
    public Configuration configuration() {
        return state().supply().configuration();
    }

    @Override
    public KeyGroupRange keyGroups() {
        return super.keyGroups();
    }

    @Override
    public KeyGrouping grouping() {
        return state().supply().grouping();
    }

    @Override
    public boolean takesSnapshots() {
        return state().supply().takesSnapshots();
    }

    @Override
    public boolean sameTypes(StateTypes written) {
        return Arrays.equals(written.table(), types().table());
    }

    @Override
    public List<FormerSegments> segments(SegmentedState state, SegmentedState.Scope scope) {
        requireOpening("registers segmented state");
        return state().segments(state, scope);
    }

    @Override
    public MemoryReservation reserve(long minimum, long wanted) {
        requireOpening("reserves memory");
        long held = reservations.stream().mapToLong(MemoryReservation::bytes).sum();
        long most = state().supply().memoryLimit(node.uid()) - held;
        ExecutionAttemptId attempt = attemptId();
        String holder = "'" + operatorName() + "' of " + jobName() + " (" + (attempt.subtask() + 1) + "/"
                + parallelism() + ")#" + attempt.attempt();
        MemoryReservation made =
                info().memory().reserve(attempt.job(), holder, minimum, Math.max(minimum, Math.min(wanted, most)));
        reservations.add(made);
        return made;
    }

    @Override
    void releaseServices() throws Exception {
        reservations.forEach(MemoryReservation::close);
        super.releaseServices();
    }

    @Override
    public void betweenRecords() {
        if (chain.mailbox().hasMail() || !chain.outputs().hasRoom() || ++calls == CALLS_PER_LOOK) {
            calls = 0;
            chain.pause(operatorName());
        }
    }

    @Override
    public void checkCanceled() {
        if (!chain.isClosing()) {
            chain.mailbox().checkCanceled();
        }
    }

    @Override
    public <T> T await(CompletionStage<T> stage) throws Exception {
        CompletableFuture<T> end = new CompletableFuture<>();
        stage.whenComplete((value, failure) -> {
            if (failure == null) {
                end.complete(value);
            } else {
                end.completeExceptionally(failure);
            }
            bell.wake();
        });
        if (!end.isDone()) {
            awaitEnd(end);
        }
        try {
            return end.get();
        } catch (ExecutionException e) {
            throw thrown(e.getCause());
        }
    }

    private void awaitEnd(CompletableFuture<?> end) {
        chain.outputs().flush();
        boolean closing = chain.isClosing();
        while (!end.isDone()) {
            checkCanceled();
            bell.arm();
            if (!end.isDone() && (closing || !chain.mailbox().canceled())) {
                bell.park();
            }
        }
        bell.disarm();
    }

    private static Exception thrown(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof Error error) {
            throw error;
        }
        return (Exception) cause;
    }

    @Override
    public void execute(Runnable work) {
        info().runtime().executeBlocking(work);
    }
}
