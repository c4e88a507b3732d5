package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.failover.Failure;
import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.api.failover.TaskId;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.jobmaster.state.Counters;
import io.github.foggara.kernel.jobmaster.state.Execution;
import io.github.foggara.kernel.jobmaster.state.ExecutionState;
import io.github.foggara.kernel.jobmaster.state.JobEvent;
import io.github.foggara.kernel.plan.PlanVertex;
import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What tasks say, made events; reports of attempts that are neither current nor leaving are dropped. Main thread only.
 *
 * <p>While the log is at its limit, reports of finished tasks wait here: they are what fills it, and a task that has finished loses nothing by it.
 */
final class TaskReports {
    private static final Logger LOG = LoggerFactory.getLogger(TaskReports.class);

    private record Waiting(ExecutionAttemptId attempt, TaskReport.Finished report) {}

    private final JobSpec spec;
    private final JobLifecycle lifecycle;
    private final LifeStart start;
    private final EngineRuntime runtime;
    private final Deque<Waiting> finished = new ArrayDeque<>();
    /** The failure that ends the job is only a consequence of another one, which may still be told. */
    private boolean onlyConsequence;

    TaskReports(JobSpec spec, JobLifecycle lifecycle, LifeStart start, EngineRuntime runtime) {
        this.spec = spec;
        this.lifecycle = lifecycle;
        this.start = start;
        this.runtime = runtime;
    }

    void report(ExecutionAttemptId attempt, TaskReport report) {
        if (report instanceof TaskReport.PluginLeaves leaves) {
            pluginLeaves(attempt, leaves);
            return;
        }
        Execution execution = live(attempt);
        if (execution == null) {
            LOG.debug("{}: dropped a report of an attempt that is not live", attempt);
            return;
        }
        if (report instanceof TaskReport.Acknowledged || report instanceof TaskReport.Declined) {
            lifecycle.life().checkpoints().answered(execution, report);
            return;
        }
        if (report instanceof TaskReport.Finished done) {
            if (lifecycle.life().journal().full() && !lifecycle.life().state().isLeaving(attempt)) {
                finished.add(new Waiting(attempt, done));
                return;
            }
            finished(execution, done);
        } else if (report instanceof TaskReport.Running) {
            if (execution.state() == ExecutionState.DEPLOYING) {
                change(execution, ExecutionState.RUNNING, "operators are open");
            }
        } else if (report instanceof TaskReport.Progress progress) {
            record(new JobEvent.Progressed(attempt, counters(progress)));
        } else if (report instanceof TaskReport.Failed failed) {
            failed(execution, failed);
        } else if (report instanceof TaskReport.ServiceLeaves leaves) {
            if (!lifecycle.life().state().isLeaving(attempt)) {
                lifecycle.serviceLost(leaves.need(), Requirements.left(leaves));
            }
        } else if (report instanceof TaskReport.Canceled) {
            canceled(execution);
        } else if (report instanceof TaskReport.Quarantined quarantined) {
            quarantined(execution, quarantined);
        }
        settle();
    }

    /** Also if the attempt has finished: what it wrote is held by the plugin. What replaces an attempt gets the plugin that is there then. */
    private void pluginLeaves(ExecutionAttemptId attempt, TaskReport.PluginLeaves report) {
        Life life = lifecycle.life();
        boolean used = life != null
                && life.step() == LifeStep.RUNNING
                && life.ending() == null
                && life.state().find(attempt).isPresent()
                && !life.state().isLeaving(attempt);
        if (used) {
            lifecycle.suspend(Requirements.left(report));
        }
    }

    /** The log has room again. */
    void drained() {
        while (!finished.isEmpty()
                && lifecycle.life() != null
                && lifecycle.life().journal() != null
                && !lifecycle.life().journal().full()) {
            Waiting next = finished.poll();
            report(next.attempt, next.report);
        }
    }

    void requestSplit(ExecutionAttemptId attempt) {
        Life life = lifecycle.life();
        boolean wanted = live(attempt) != null && life.step() == LifeStep.RUNNING;
        if (wanted && !life.state().isLeaving(attempt)) {
            life.coordinators().requestSplit(attempt.vertex(), attempt.subtask());
        }
    }

    /** The life has begun to end: every task is told, those that were not deployed are over at once. */
    void cancelAll() {
        Life life = lifecycle.life();
        onlyConsequence &= life.ending() == Ending.FAIL;
        if (life.topology() != null) {
            life.state().executions().forEach(execution -> {
                if (execution.state() == ExecutionState.CREATED) {
                    change(execution, ExecutionState.CANCELED, "never deployed");
                } else if (!execution.state().ended() && execution.state() != ExecutionState.CANCELING) {
                    change(execution, ExecutionState.CANCELING, "the life ends");
                    life.executor().cancel(execution.id(), life.epoch());
                }
            });
            Redeployments.cancelLeaving(life);
        }
        endIfAllEnded();
    }

    private Execution live(ExecutionAttemptId attempt) {
        Life life = lifecycle.life();
        if (life == null || life.topology() == null) {
            return null;
        }
        return life.state()
                .find(attempt)
                .filter(execution -> !execution.state().ended())
                .orElse(null);
    }

    private void finished(Execution execution, TaskReport.Finished done) {
        ExecutionAttemptId id = execution.id();
        if (lifecycle.life().state().isLeaving(id)) {
            change(execution, ExecutionState.FINISHED, "all done, too late");
        } else {
            record(new JobEvent.TaskFinished(
                    new TaskId(id.vertex(), id.subtask()), id.attempt(), done.committables(), counters(done.last())));
            lifecycle.life().checkpoints().tasksChanged();
        }
    }

    private void failed(Execution execution, TaskReport.Failed failed) {
        Life life = lifecycle.life();
        boolean wasCancelled = execution.state() == ExecutionState.CANCELING;
        boolean leaving = life.state().isLeaving(execution.id());
        boolean restoring = execution.state() == ExecutionState.DEPLOYING
                && !leaving
                && life.checkpoints().failedToBegin();
        change(execution, ExecutionState.FAILED, failed.operator());
        if (failed.lacks() != null) {
            if (!wasCancelled && !leaving) {
                lifecycle.serviceLost(failed.lacks(), Requirements.notThere(failed));
            }
            return;
        }
        PlanVertex vertex = life.plan().vertices().get(execution.id().vertex());
        Failure failure = FailureText.task(spec.name(), vertex, execution.id(), failed, runtime.currentTimeMillis());
        if (leaving) {
            lifecycle.failover().note(execution, failure);
        } else if (life.ending() == Ending.FAIL) {
            behind(failure);
        } else if (restoring && failure.kind() == FailureClass.UNRECOVERABLE && life.ending() == null) {
            life.checkpoints().restore().waitAndTryAgain(failure.words());
        } else if (!wasCancelled) {
            onlyConsequence = failure.kind() == FailureClass.PARTITION_LOST;
            lifecycle.failover().answer(failure);
        }
    }

    /** The job fails already; a cause that is behind the one it is said to fail of replaces it. */
    private void behind(Failure failure) {
        LOG.warn("{} ({})", failure.words(), failure.kind());
        lifecycle.failover().behind(failure);
        if (onlyConsequence && failure.kind() != FailureClass.PARTITION_LOST) {
            onlyConsequence = false;
            lifecycle.life().ending(Ending.FAIL, failure.words());
            lifecycle.status().cause(failure.words());
        }
    }

    private void canceled(Execution execution) {
        boolean ordered = execution.state() == ExecutionState.CANCELING;
        change(execution, ExecutionState.CANCELED, ordered ? "as ordered" : "without an order");
        if (!ordered) {
            unordered("Task " + execution.id() + " was cancelled without an order", execution);
        }
    }

    private void quarantined(Execution execution, TaskReport.Quarantined report) {
        boolean ordered = execution.state() == ExecutionState.CANCELING;
        change(execution, ExecutionState.QUARANTINED, report.thread() + " does not return");
        String words = "The task thread " + report.thread() + " of job '" + spec.name()
                + "' does not return from user code; it hangs at\n" + report.stack();
        LOG.warn("{}", words);
        if (!ordered) {
            unordered(words, execution);
        }
    }

    private void unordered(String words, Execution execution) {
        if (!lifecycle.life().state().isLeaving(execution.id())) {
            lifecycle.failure(FailureClass.ENVIRONMENT, words);
        }
    }

    /** What follows from the state as it is now. */
    void settle() {
        Life life = lifecycle.life();
        if (life == null || life.topology() == null) {
            return;
        }
        if (life.step() == LifeStep.OPENING) {
            start.proceed(life);
            return;
        }
        lifecycle.redeployments().proceed();
        boolean done = life.step() == LifeStep.RUNNING
                && lifecycle.redeployments().idle()
                && life.state().allFinished();
        if (done) {
            lifecycle.commit().allFinished();
        } else {
            endIfAllEnded();
        }
        lifecycle.status().changed(life);
    }

    private void endIfAllEnded() {
        Life life = lifecycle.life();
        if (life.step() == LifeStep.STOPPING_TASKS
                && (life.topology() == null || life.state().allEnded())) {
            finished.clear();
            lifecycle.allEnded();
        }
    }

    private void change(Execution execution, ExecutionState to, String why) {
        record(new JobEvent.AttemptChanged(execution.id(), to, why));
        lifecycle.life().checkpoints().tasksChanged();
    }

    private void record(JobEvent event) {
        lifecycle.life().journal().record(event);
    }

    private static Counters counters(TaskReport.Progress progress) {
        return new Counters(progress.recordsIn(), progress.recordsOut(), progress.workDone());
    }
}
