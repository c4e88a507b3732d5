package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.checkpoint.CheckpointCoordinator;
import io.github.foggara.api.checkpoint.CheckpointMetadata;
import io.github.foggara.api.event.JobEventLog;
import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.kernel.coordination.CoordinationListener;
import io.github.foggara.kernel.gateway.JobMasterGateway;
import io.github.foggara.kernel.gateway.Place;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.jobmaster.log.EventLogs;
import io.github.foggara.kernel.plan.JobPlan;
import io.github.foggara.kernel.program.FailureTrace;
import io.github.foggara.kernel.runtime.OwnerThread;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * One run of a job. Every public method may be called from any thread and only enqueues; {@link JobLifecycle} does the work on
 * the main thread. What goes wrong there fails the job, never the container. The main thread ends with the run.
 */
public final class JobMaster {
    private static final Logger LOG = LoggerFactory.getLogger(JobMaster.class);

    private final JobServices services;
    private final OwnerThread main;
    private final JobLifecycle lifecycle;
    private final String name;
    /** The main thread has ended or is about to. */
    private volatile boolean gone;

    private AutoCloseable pluginListener;
    private AutoCloseable programListener;
    private AutoCloseable serviceListener;

    /** Begins nothing before {@link #start()}. */
    public JobMaster(JobSpec spec, JobServices services, RunObserver observer) {
        this.services = services;
        this.name = spec.name();
        this.main = new OwnerThread(services.runtime(), "foggara-main-" + spec.name(), null, this::unexpected);
        this.lifecycle = new JobLifecycle(
                spec,
                services,
                observer,
                new LifeStart.LifeDoors(
                        LifeListener::new,
                        TaskDoor::new,
                        LogDoor::new,
                        life -> answer -> logOpened(life, answer),
                        life -> () -> logClosed(life),
                        this::enqueueOr,
                        this::enqueue),
                (nanos, action) -> main.schedule(nanos, () -> onMain(action)));
    }

    /** Once. */
    public void start() {
        main.execute(() -> MDC.put("job", name));
        enqueue(() -> {
            pluginListener = services.plugins().onChange(() -> enqueue(lifecycle::reconsider));
            programListener = services.programs().onChange(() -> enqueue(lifecycle::reconsider));
            serviceListener = services.services().onArrival(() -> enqueue(lifecycle::reconsider));
            lifecycle.reconsider();
        });
        main.start();
        services.watched().accept(main);
    }

    /** The answer to {@link RunObserver#beginning}. */
    public void begin(int attempt) {
        enqueue(() -> lifecycle.begun(attempt));
    }

    /** The answer to {@link RunObserver#committing}: the decision is recorded. */
    public void commit(int attempt) {
        enqueue(() -> lifecycle.commit().recorded(attempt));
    }

    /**
     * The answer to {@link RunObserver#committing}: the decision is not recorded, so nothing may be published.
     *
     * @param why for users
     */
    public void refuseCommit(int attempt, String why) {
        enqueue(() -> lifecycle.commit().refused(attempt, why));
    }

    /**
     * Options that take effect without a restart have changed.
     *
     * @param configuration all of the job's options
     */
    public void reconfigure(Configuration configuration) {
        enqueue(() -> lifecycle.reconfigure(configuration));
    }

    /**
     * Takes a checkpoint now.
     *
     * @param answer told once on the main thread, unless the JobMaster goes first
     */
    public void trigger(CheckpointMetadata.Kind kind, CheckpointCoordinator.Answer answer) {
        enqueue(() -> {
            if (lifecycle.life() == null) {
                answer.failed("Job '" + name + "' does not run now");
            } else {
                lifecycle.life().checkpoints().trigger(kind, answer);
            }
        });
    }

    public void cancel() {
        enqueue(lifecycle::cancel);
    }

    /**
     * Ends the tasks without ending the run.
     *
     * @param goesOn whether another JobMaster goes on with it from its log; if not, what finished tasks wrote is removed
     */
    public void shutdown(boolean goesOn) {
        enqueue(() -> lifecycle.shutDown(goesOn));
    }

    /** A requirement may have come or gone. */
    public void reconsider() {
        enqueue(lifecycle::reconsider);
    }

    private void logOpened(Life life, EventLogs.Answer answer) {
        if (gone && answer.log() != null) {
            services.logs().close(answer.log(), () -> {});
            return;
        }
        enqueue(() -> lifecycle.logOpened(life, answer));
    }

    private void enqueueOr(Runnable action, Runnable ifGone) {
        if (gone) {
            ifGone.run();
        } else {
            enqueue(action);
        }
    }

    private void logClosed(Life life) {
        enqueue(() -> lifecycle.logClosed(life));
    }

    private void enqueue(Runnable action) {
        main.execute(() -> onMain(action));
    }

    private void onMain(Runnable action) {
        main.assertOwner();
        action.run();
        leaveIfOver();
    }

    private void unexpected(Throwable thrown) {
        LOG.error("The JobMaster of {} met an error that is not the job's", name, thrown);
        try {
            lifecycle.unexpected("The engine met an error that is not the job's: " + FailureTrace.of(thrown));
        } catch (RuntimeException | Error again) {
            LOG.error("The JobMaster of {} failed to fail", name, again);
            enqueue(() -> lifecycle.unexpected("The engine failed: " + FailureTrace.of(again)));
        }
        leaveIfOver();
    }

    private void leaveIfOver() {
        if (lifecycle.over() && pluginListener != null) {
            try {
                pluginListener.close();
                programListener.close();
                serviceListener.close();
            } catch (Exception e) {
                LOG.warn("The JobMaster of {} could not stop listening", name, e);
            }
            pluginListener = null;
            gone = true;
            main.stop();
        }
    }

    /** What the tasks of one life reach. */
    private final class TaskDoor implements JobMasterGateway {
        private final Life life;

        TaskDoor(Life life) {
            this.life = life;
        }

        @Override
        public void report(ExecutionAttemptId attempt, TaskReport report) {
            enqueue(() -> {
                if (lifecycle.life() == life) {
                    lifecycle.reports().report(attempt, report);
                }
            });
        }

        @Override
        public void requestSplit(ExecutionAttemptId attempt) {
            enqueue(() -> lifecycle.reports().requestSplit(attempt));
        }

        @Override
        public void attempts(List<ExecutionAttemptId> running) {
            enqueue(() -> lifecycle.attemptsKnown(life, running));
        }

        @Override
        public void released() {
            enqueue(() -> lifecycle.released(life));
        }

        @Override
        public void placed(List<ExecutionAttemptId> attempts, Place place) {
            enqueue(() -> {
                if (lifecycle.current(life, LifeStep.RUNNING)) {
                    life.placements().placed(attempts, place);
                }
            });
        }

        @Override
        public void slotsMissing(int missing) {
            waits(() -> life.placements().missing(missing));
        }

        @Override
        public void attemptsEnding(int attempts) {
            waits(() -> life.placements().ending(attempts));
        }

        @Override
        public void taskManagersAway(boolean away) {
            enqueue(() -> {
                if (lifecycle.current(life, LifeStep.OPENING)) {
                    lifecycle.status().waits(away ? LifeStart.AWAY : null);
                }
            });
        }

        private void waits(Runnable change) {
            enqueue(() -> {
                if (lifecycle.current(life, LifeStep.RUNNING)) {
                    change.run();
                    lifecycle.status().waits(life.placements().waits());
                }
            });
        }
    }

    /** What the log of one life reaches. */
    private final class LogDoor implements JobEventLog.Listener {
        private final Life life;

        LogDoor(Life life) {
            this.life = life;
        }

        @Override
        public void durable(long position) {
            enqueue(() -> life.outbox().durable(position));
        }

        @Override
        public void drained() {
            enqueue(() -> {
                if (lifecycle.life() == life) {
                    lifecycle.reports().drained();
                }
            });
        }

        @Override
        public void degraded(long position, String words) {
            enqueue(() -> lifecycle.degraded(life, words));
        }

        @Override
        public void fenced(String words) {
            enqueue(() -> lifecycle.fenced(life, words));
        }
    }

    /** What the coordinators of one life reach. */
    private final class LifeListener implements CoordinationListener {
        private final Life life;

        LifeListener(Life life) {
            this.life = life;
        }

        @Override
        public void planned(JobPlan plan) {
            enqueue(() -> lifecycle.planned(life, plan));
        }

        @Override
        public void opened(boolean kept) {
            enqueue(() -> lifecycle.opened(life, kept));
        }

        @Override
        public void assigned(int vertex, int subtask, List<byte[]> splits, boolean noMore) {
            enqueue(() -> lifecycle.assigned(life, vertex, subtask, splits, noMore));
        }

        @Override
        public void snapshotted(long checkpoint, Map<String, byte[]> states) {
            current(() -> life.checkpoints().snapshotted(checkpoint, states));
        }

        @Override
        public void snapshotFailed(long checkpoint, boolean never, String words) {
            current(() -> life.checkpoints().snapshotFailed(checkpoint, never, words));
        }

        @Override
        public void checkpointCommitted(long checkpoint) {
            current(() -> life.checkpoints().committed(checkpoint));
        }

        private void current(Runnable action) {
            enqueue(() -> {
                if (lifecycle.life() == life) {
                    action.run();
                }
            });
        }

        @Override
        public void totalWork(long units) {
            current(() -> lifecycle.status().workTotal(units));
        }

        @Override
        public void report(String line) {
            current(() -> lifecycle.status().report(line));
        }

        @Override
        public void lost(String line) {
            current(() -> lifecycle.status().lost(line));
        }

        @Override
        public void commitPrepared() {
            enqueue(() -> lifecycle.commit().prepared(life));
        }

        @Override
        public void committed() {
            enqueue(() -> lifecycle.commit().committed(life));
        }

        @Override
        public void closed() {
            enqueue(() -> lifecycle.closed(life));
        }

        @Override
        public void failed(FailureClass kind, String cause) {
            enqueue(() -> lifecycle.coordinatorFailed(life, kind, cause));
        }
    }
}
