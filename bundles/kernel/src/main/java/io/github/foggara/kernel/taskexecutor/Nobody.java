package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.kernel.gateway.JobMasterGateway;
import io.github.foggara.kernel.gateway.TaskReport;
import java.util.List;

/** Hears of a job that has no JobMaster any more. */
enum Nobody implements JobMasterGateway {
    INSTANCE;

    @Override
    public void report(ExecutionAttemptId attempt, TaskReport report) {}

    @Override
    public void requestSplit(ExecutionAttemptId attempt) {}

    @Override
    public void attempts(List<ExecutionAttemptId> running) {}

    @Override
    public void released() {}
}
