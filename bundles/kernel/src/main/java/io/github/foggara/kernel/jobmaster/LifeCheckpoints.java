package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.checkpoint.CheckpointContext.BlockingCall;
import io.github.foggara.api.checkpoint.CheckpointContext.IoAnswer;
import io.github.foggara.api.checkpoint.CheckpointCoordinator;
import io.github.foggara.api.checkpoint.CheckpointDecline;
import io.github.foggara.api.checkpoint.CheckpointMetadata;
import io.github.foggara.api.checkpoint.StorageContext;
import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.api.failover.TaskId;
import io.github.foggara.kernel.coordination.Opening;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.gateway.TaskRestore;
import io.github.foggara.kernel.jobmaster.state.Execution;
import io.github.foggara.kernel.jobmaster.state.ExecutionState;
import io.github.foggara.kernel.plugin.Lease;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checkpoints of one life, and what its tasks go on from. Main thread only.
 *
 * <pre>
 *  issue → (durable) → enumerators → barriers → acknowledged → stored → completed event → (durable) → published → tasks are told
 *  failure → fence: all that are under way are given up → reset event → restore from the newest completed one
 * </pre>
 *
 * It takes part only between {@link #begin} and {@link #stop}: outside of that, whatever an acknowledgement or the coordinator says has no effect.
 */
final class LifeCheckpoints {
    private static final Logger LOG = LoggerFactory.getLogger(LifeCheckpoints.class);

    /** So many attempts of one life must not fail at what they restore. */
    private static final int DOUBTFUL = 2;

    private final JobSpec spec;
    private final JobLifecycle lifecycle;
    private final Life life;
    private final JobLifecycle.MainTimer timer;
    private final Consumer<Runnable> main;
    private final LifeStorage storage;
    private boolean on;
    private CheckpointCoordinator coordinator;
    private boolean running;
    private boolean logLost;
    /** Up to this id whatever was under way is given up. */
    private long fenced;

    private int failedToBegin;
    /** The newest one of which it is durable that it is complete. */
    private long recorded;

    /**
     * @param main runs an action on the main thread, if the JobMaster is there still
     */
    LifeCheckpoints(
            JobSpec spec,
            JobServices services,
            JobLifecycle lifecycle,
            Life life,
            JobLifecycle.MainTimer timer,
            Consumer<Runnable> main) {
        this.spec = spec;
        this.lifecycle = lifecycle;
        this.life = life;
        this.timer = timer;
        this.main = main;
        this.storage = new LifeStorage(spec, services, lifecycle, life, main);
    }

    boolean on() {
        return on;
    }

    // ---- what the life goes on from

    /**
     * The graph is planned.
     *
     * @return whether what it needs was there
     */
    boolean planned() {
        on = CheckpointsWanted.by(life.plan());
        return !on || storage.lease();
    }

    /** The checkpoint plugin that this life uses; null for none. */
    Lease<?> leased() {
        return storage.leased();
    }

    /**
     * Whether it is known what the life goes on from; if not, it is found out, when nothing of an earlier life writes any more.
     *
     * @param proceed called then
     */
    boolean found(Runnable proceed) {
        if (on && restore() == null) {
            storage.find(() -> {
                recorded = restore().checkpoint();
                proceed.run();
            });
        }
        return !on || restore().found();
    }

    /** What coordinators begin with. */
    Opening opening(Map<String, List<byte[]>> finished) {
        return on ? restore().opening(finished) : Opening.plain(finished);
    }

    /** What a task of this life begins from. */
    Optional<TaskRestore> restore(TaskId task) {
        return on ? Optional.of(restore().of(task)) : Optional.empty();
    }

    /** What whatever restarts goes on from. */
    LifeRestore restore() {
        return storage.restore();
    }

    // ---- while tasks run

    /** Tasks are about to be deployed. */
    void begin() {
        if (!on) {
            return;
        }
        if (logLost) {
            giveUpForLog();
            return;
        }
        try {
            coordinator = storage.service().createCoordinator(new CheckpointSeam(this, spec, life, lifecycle, timer));
            running = true;
        } catch (RuntimeException | LinkageError e) {
            failed(e);
        }
    }

    /** Attempts were deployed, or say that they run or have finished. */
    void tasksChanged() {
        order(CheckpointCoordinator::tasksChanged);
    }

    void reconfigure() {
        order(c -> c.reconfigure(lifecycle.configuration()));
    }

    void trigger(CheckpointMetadata.Kind kind, CheckpointCoordinator.Answer answer) {
        if (running) {
            order(c -> c.trigger(kind, answer));
        } else {
            answer.failed(
                    on || life.step() != LifeStep.RUNNING
                            ? "Job '" + spec.name() + "' takes no checkpoint now: it starts, ends, or has given them up"
                            : CheckpointsWanted.none(life.plan(), spec.name()));
        }
    }

    /** What a task answers; also one that has been replaced, so that what it wrote goes. */
    void answered(Execution execution, TaskReport report) {
        if (report instanceof TaskReport.Acknowledged acknowledged) {
            order(c -> c.acknowledge(execution.id(), acknowledged.checkpoint(), acknowledged.snapshot()));
        } else if (report instanceof TaskReport.Declined declined) {
            order(c -> c.decline(execution.id(), declined.checkpoint(), declined.reason(), declined.words()));
        }
    }

    /** Enumerators have given their state. */
    void snapshotted(long checkpoint, Map<String, byte[]> states) {
        if (life.cuts().answered(checkpoint)) {
            order(c -> c.coordinatorsSnapshotted(checkpoint, states));
        }
    }

    /**
     * An enumerator did not.
     *
     * @param never whether it never will
     */
    void snapshotFailed(long checkpoint, boolean never, String words) {
        if (never) {
            giveUp("Job '" + spec.name() + "' has no checkpoints: " + words);
        } else {
            order(c -> c.decline(null, checkpoint, CheckpointDecline.SNAPSHOT_FAILED, words));
        }
    }

    /** What it publishes is published: tasks need not keep it any more. */
    void committed(long checkpoint) {
        if (running) {
            life.state()
                    .executions()
                    .filter(execution -> execution.state() == ExecutionState.RUNNING)
                    .forEach(
                            execution -> life.executor().checkpointCompleted(execution.id(), life.epoch(), checkpoint));
        }
    }

    // ---- failures and ends

    /** These tasks are about to be reset: what is under way is given up, before it is asked what they go on from. */
    void fence(Set<TaskId> tasks, String why) {
        order(c -> fenced = Math.max(fenced, c.fence(tasks, why)));
        fenced = Math.max(
                fenced, life.state() == null ? 0 : life.state().checkpoints().lastIssued());
        life.cuts().allGivenUp();
    }

    /** An attempt failed before it ran, so perhaps at what it restored; whether there is such a thing. */
    boolean failedToBegin() {
        boolean restored = on && restore().checkpoint() > 0;
        failedToBegin += restored ? 1 : 0;
        return restored;
    }

    /** Whether the restore point is to be read through once more, which a life does at its begin. */
    boolean doubtful() {
        return failedToBegin >= DOUBTFUL;
    }

    /** No task goes on: what is under way is given up, and nothing that was decided before is followed up any more. */
    void stop(String why) {
        if (running) {
            fence(new TreeSet<>(life.topology().tasks()), why);
            running = false;
        }
    }

    /** The log of the run cannot be written: nothing is complete that a crash would forget. */
    void logLost() {
        logLost = true;
        if (running) {
            boolean half = restore().checkpoint() > recorded;
            giveUpForLog();
            if (half) {
                restore()
                        .waitAndTryAgain("The event log of job '" + spec.name() + "' could not record that checkpoint "
                                + restore().checkpoint() + " is complete; the job goes on from what the log holds");
            }
        }
    }

    private void giveUpForLog() {
        giveUp("Job '" + spec.name() + "' takes no checkpoints and publishes nothing while its event log cannot be"
                + " written");
    }

    /** It is durable that this one is complete. */
    void recorded(long checkpoint) {
        recorded = checkpoint;
    }

    private void giveUp(String words) {
        lifecycle.status().health("checkpoints", words);
        LOG.warn("{}", words);
        stop("checkpoints are given up");
        end(CheckpointCoordinator.End.SUSPENDED);
    }

    /** The life ends, and no task is left. */
    void close(Ending ending) {
        stop("the job ends");
        lifecycle.status().health("checkpoints", null);
        end(ending.ofCheckpoints());
    }

    /** As a crash, seen from outside. */
    void abandon() {
        running = false;
        CheckpointCoordinator left = coordinator;
        coordinator = null;
        if (left != null) {
            try {
                left.close(CheckpointCoordinator.End.SUSPENDED);
            } catch (RuntimeException | LinkageError e) {
                LOG.warn("The checkpoint coordinator of job {} was not closed cleanly", spec.name(), e);
            }
        }
    }

    private void end(CheckpointCoordinator.End end) {
        order(c -> c.close(end));
        CheckpointSeam.allWell(lifecycle.status());
        coordinator = null;
    }

    /** What work on other threads needs of the plugin stays until that has ended. */
    void letGo() {
        storage.letGo();
    }

    // ---- for the seam

    /** Whether what the coordinator says has an effect. */
    boolean running() {
        return running;
    }

    /** Whether there is a coordinator, though perhaps one that is being closed. */
    boolean coordinated() {
        return coordinator != null;
    }

    boolean fenced(long checkpoint) {
        return checkpoint <= fenced;
    }

    StorageContext storage() {
        return storage.context();
    }

    /** An order to the coordinator; what the plugin throws is a failure of the job. */
    void order(Consumer<CheckpointCoordinator> order) {
        if (coordinator != null) {
            try {
                order.accept(coordinator);
            } catch (RuntimeException | LinkageError e) {
                if (life.logBroken()) {
                    throw e;
                }
                failed(e);
            }
        }
    }

    private void failed(Throwable e) {
        LOG.error("The checkpoint service of job {} failed", spec.name(), e);
        later(() -> lifecycle.failure(
                FailureClass.ENVIRONMENT,
                "The checkpoint service of " + storage.leased().bundle() + " failed: " + e));
    }

    /** Not within a call of the coordinator. */
    void later(Runnable action) {
        main.accept(() -> {
            if (lifecycle.life() == life && life.ending() == null) {
                action.run();
            }
        });
    }

    /** On an io thread; the answer on main, while there is a coordinator. */
    <T> void io(BlockingCall<T> action, IoAnswer<T> answer) {
        storage.io(action, () -> lifecycle.life() == life && coordinator != null, answer);
    }
}
