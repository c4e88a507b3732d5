package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.kernel.gateway.TaskExecutorGateway;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.plan.PlanVertex;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What tasks say, applied to their executions; reports of attempts that are not current are dropped. Main thread only. */
final class TaskReports {
    private static final Logger LOG = LoggerFactory.getLogger(TaskReports.class);

    private final JobSpec spec;
    private final JobLifecycle lifecycle;
    private final TaskExecutorGateway executor;

    TaskReports(JobSpec spec, JobLifecycle lifecycle, TaskExecutorGateway executor) {
        this.spec = spec;
        this.lifecycle = lifecycle;
        this.executor = executor;
    }

    void report(ExecutionAttemptId attempt, TaskReport report) {
        Execution execution = current(attempt);
        if (execution == null) {
            LOG.debug("{}: dropped a report of an attempt that is not current", attempt);
            return;
        }
        if (report instanceof TaskReport.Running) {
            if (execution.state() == ExecutionState.DEPLOYING) {
                execution.become(ExecutionState.RUNNING, "operators are open");
            }
        } else if (report instanceof TaskReport.Progress progress) {
            execution.progress(progress);
        } else if (report instanceof TaskReport.Finished finished) {
            execution.progress(finished.last());
            execution.committables(finished.committables());
            execution.become(ExecutionState.FINISHED, "all done");
        } else if (report instanceof TaskReport.Failed failed) {
            failed(execution, failed);
        } else if (report instanceof TaskReport.ServiceLeaves leaves) {
            lifecycle.serviceLost(leaves.need(), Requirements.left(leaves));
        } else if (report instanceof TaskReport.Canceled) {
            canceled(execution);
        } else if (report instanceof TaskReport.Quarantined quarantined) {
            quarantined(execution, quarantined);
        }
        afterReport();
    }

    void requestSplit(ExecutionAttemptId attempt) {
        if (current(attempt) != null && lifecycle.life().step() == LifeStep.RUNNING) {
            lifecycle.life().coordinators().requestSplit(attempt.vertex(), attempt.subtask());
        }
    }

    /** The life has begun to end: every task is told, those that were not deployed are over at once. */
    void cancelAll() {
        Life life = lifecycle.life();
        if (life.graph() != null) {
            life.graph().executions().forEach(execution -> {
                if (execution.state() == ExecutionState.CREATED) {
                    execution.become(ExecutionState.CANCELED, "never deployed");
                } else if (!execution.state().ended()) {
                    execution.become(ExecutionState.CANCELING, "the life ends");
                    executor.cancel(execution.id(), Life.EPOCH);
                }
            });
        }
        endIfAllEnded();
    }

    private Execution current(ExecutionAttemptId attempt) {
        Life life = lifecycle.life();
        boolean mine = life != null && life.graph() != null && attempt.job().equals(spec.id());
        Execution execution = mine ? life.graph().current(attempt) : null;
        return execution == null || execution.state().ended() ? null : execution;
    }

    private void failed(Execution execution, TaskReport.Failed failed) {
        PlanVertex vertex =
                lifecycle.life().graph().vertices().get(execution.id().vertex()).plan();
        JobFailure.TaskFailed failure = FailureText.task(spec.name(), vertex, execution, failed);
        boolean wasCancelled = execution.state() == ExecutionState.CANCELING;
        execution.become(ExecutionState.FAILED, failed.operator());
        if (failed.lacks() != null) {
            if (!wasCancelled) {
                lifecycle.serviceLost(failed.lacks(), Requirements.notThere(failed));
            }
            return;
        }
        LOG.warn("{}", failure.words());
        if (!wasCancelled || lifecycle.life().ending() == Ending.FAIL) {
            lifecycle.taskFailed(failure);
        }
    }

    private void canceled(Execution execution) {
        boolean ordered = execution.state() == ExecutionState.CANCELING;
        execution.become(ExecutionState.CANCELED, ordered ? "as ordered" : "without an order");
        if (!ordered) {
            lifecycle.fail(new JobFailure.Internal("Task " + execution.id() + " was cancelled without an order"));
        }
    }

    private void quarantined(Execution execution, TaskReport.Quarantined report) {
        boolean ordered = execution.state() == ExecutionState.CANCELING;
        execution.become(ExecutionState.QUARANTINED, report.thread() + " does not return");
        String words = "The task thread " + report.thread() + " of job '" + spec.name()
                + "' does not return from user code; it hangs at\n" + report.stack();
        LOG.warn("{}", words);
        if (!ordered) {
            lifecycle.fail(new JobFailure.Internal(words));
        }
    }

    private void afterReport() {
        Life life = lifecycle.life();
        if (life == null || life.graph() == null) {
            return;
        }
        if (life.step() == LifeStep.RUNNING && life.graph().allFinished()) {
            lifecycle.commit().allFinished();
        } else {
            endIfAllEnded();
        }
        lifecycle.status().changed(life);
    }

    private void endIfAllEnded() {
        Life life = lifecycle.life();
        if (life.step() == LifeStep.STOPPING_TASKS
                && (life.graph() == null || life.graph().allEnded())) {
            lifecycle.allEnded();
        }
    }
}
