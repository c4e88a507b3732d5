package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.plugin.Option;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.kernel.config.JobOptions;
import io.github.foggara.kernel.coordination.CoordinatorGateway;
import io.github.foggara.kernel.gateway.JobMasterGateway;
import io.github.foggara.kernel.jobmaster.log.EventLogs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The last steps of a life: coordinators close, then everything is let go; nothing that hangs is waited for without end. */
final class LifeEnd {
    /** Why a run that was to publish is cancelled. */
    static final String IN_DOUBT = "Publishing the output did not end; whether it is published must be looked at";

    private final JobSpec spec;
    private final EventLogs logs;
    private final Function<Life, JobMasterGateway> gateways;
    private final JobLifecycle.MainTimer timer;
    private final Function<Life, Runnable> logClosed;
    private final JobLifecycle lifecycle;
    private final List<EngineRuntime.Cancellable> timers = new ArrayList<>();

    LifeEnd(
            JobSpec spec,
            EventLogs logs,
            Function<Life, JobMasterGateway> gateways,
            Function<Life, Runnable> logClosed,
            JobLifecycle.MainTimer timer,
            JobLifecycle lifecycle) {
        this.spec = spec;
        this.logs = logs;
        this.gateways = gateways;
        this.timer = timer;
        this.logClosed = logClosed;
        this.lifecycle = lifecycle;
    }

    /** Publishing is not interrupted, unless it does not end within the time that a task has. */
    void giveUpCommitLater(Life life, Ending ending) {
        timed(JobOptions.CANCELLATION_TIMEOUT, () -> {
            if (lifecycle.inDoubt(life)) {
                life.ending(ending, IN_DOUBT);
                lifecycle.during(ending, IN_DOUBT);
                life.coordinators().interrupt();
                close(life, CoordinatorGateway.Leftover.LEAVE, IN_DOUBT);
            }
        });
    }

    void close(Life life, CoordinatorGateway.Leftover leftover, String why) {
        life.become(LifeStep.CLOSING, why);
        life.checkpoints().close(life.ending());
        if (life.coordinators() == null) {
            release(life);
            return;
        }
        life.coordinators().close(leftover);
        timed(JobOptions.CANCELLATION_INTERVAL, () -> {
            if (lifecycle.current(life, LifeStep.CLOSING)) {
                life.coordinators().interrupt();
            }
        });
        timed(JobOptions.CANCELLATION_TIMEOUT, () -> {
            if (lifecycle.current(life, LifeStep.CLOSING)) {
                lifecycle
                        .status()
                        .health(
                                "coordinators",
                                "The coordinators of job '" + spec.name()
                                        + "' do not return; their thread foggara-coord-" + spec.name()
                                        + " is given up");
                release(life);
            }
        });
    }

    /** Answered by {@link JobLifecycle#released}, or given up. */
    void release(Life life) {
        life.become(LifeStep.RELEASING, "coordinators closed");
        if (life.topology() == null) {
            lifecycle.released(life);
            return;
        }
        life.executor().releaseJob(spec.id(), life.epoch(), gateways.apply(life));
        timed(JobOptions.CANCELLATION_TIMEOUT, () -> {
            if (lifecycle.current(life, LifeStep.RELEASING)) {
                lifecycle
                        .status()
                        .health(
                                "executor",
                                "The executor does not let go of job '" + spec.name()
                                        + "'; what the job held there is given up");
                lifecycle.released(life);
            }
        });
    }

    /** The log is being opened; that is waited for, but not without end. */
    void giveUpOpeningLater(Life life) {
        timed(JobOptions.CANCELLATION_TIMEOUT, () -> {
            if (lifecycle.current(life, LifeStep.REPLAYING) && life.openingLog()) {
                life.openingLog(false);
                lifecycle.stopTasks("the log does not open");
            }
        });
    }

    /** Orders to end tasks wait for the log as all others, but a disk that hangs must not keep a job from its end. */
    void openOutboxLater(Life life) {
        timed(JobOptions.CANCELLATION_TIMEOUT, () -> {
            if (lifecycle.life() == life) {
                life.outbox().open();
            }
        });
    }

    /** Answered by {@link JobLifecycle#logClosed}, or given up. */
    void closeLog(Life life) {
        life.become(LifeStep.CLOSING_LOG, "released");
        if (life.log() == null) {
            lifecycle.logClosed(life);
        } else {
            logs.close(life.log(), logClosed.apply(life));
            timed(JobOptions.CANCELLATION_TIMEOUT, () -> {
                if (lifecycle.current(life, LifeStep.CLOSING_LOG)) {
                    lifecycle.status().health("log-end", "The event log of job '" + spec.name() + "' does not close");
                    lifecycle.logClosed(life);
                }
            });
        }
    }

    void over(Life life) {
        timers.forEach(EngineRuntime.Cancellable::cancel);
        timers.clear();
        life.letGo();
        life.letGoOfStore();
        life.become(LifeStep.OVER, "log closed");
    }

    /** The JobMaster is given up as a crash would: nothing is told any more, what it holds is let go. */
    void abandon(Life life) {
        timers.forEach(EngineRuntime.Cancellable::cancel);
        timers.clear();
        life.outbox().shut();
        life.checkpoints().abandon();
        if (life.coordinators() != null) {
            life.coordinators().close(CoordinatorGateway.Leftover.LEAVE);
        }
        life.letGo();
        if (life.log() == null) {
            life.letGoOfStore();
        } else {
            logs.close(life.log(), life::letGoOfStore);
        }
    }

    /** Timers end with their life, so that none of them keeps its program. */
    private void timed(Option<Duration> delay, Runnable action) {
        timers.add(timer.after(spec.configuration().get(delay).toNanos(), action));
    }
}
