package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.job.ReaderContext;
import io.github.foggara.api.job.SinkContext;
import io.github.foggara.kernel.plugin.Lease;
import io.github.foggara.kernel.service.ServiceMissingException;
import io.github.foggara.kernel.service.ServiceNeed;
import io.github.foggara.kernel.taskexecutor.mailbox.Doorbell;
import java.util.ArrayList;
import java.util.List;

/** What the functions of one operator may know, and the services they hold. Task thread, except {@link #wake()}. */
final class OperatorContext implements ReaderContext, SinkContext {
    private final AttemptInfo info;
    private final String operator;
    private final Doorbell bell;
    private final List<Lease<?>> leases = new ArrayList<>();
    private boolean opening;
    private long workDone;
    private volatile boolean awake;

    OperatorContext(AttemptInfo info, String operator, Doorbell bell) {
        this.info = info;
        this.operator = operator;
        this.bell = bell;
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

    /** Whether {@link #service} is allowed. */
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
