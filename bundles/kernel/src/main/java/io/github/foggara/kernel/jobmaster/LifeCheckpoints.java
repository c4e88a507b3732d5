package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.checkpoint.CheckpointContext.BlockingCall;
import io.github.foggara.api.checkpoint.CheckpointContext.IoAnswer;
import io.github.foggara.api.checkpoint.CheckpointCoordinator;
import io.github.foggara.api.checkpoint.CheckpointDecline;
import io.github.foggara.api.checkpoint.CheckpointMetadata;
import io.github.foggara.api.checkpoint.CheckpointService;
import io.github.foggara.api.checkpoint.StorageContext;
import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.api.failover.TaskId;
import io.github.foggara.api.graph.RuntimeMode;
import io.github.foggara.kernel.config.JobOptions;
import io.github.foggara.kernel.coordination.Opening;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.gateway.TaskRestore;
import io.github.foggara.kernel.jobmaster.state.Execution;
import io.github.foggara.kernel.jobmaster.state.ExecutionState;
import io.github.foggara.kernel.plan.JobPlan;
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
    private final JobServices services;
    private final JobLifecycle lifecycle;
    private final Life life;
    private final JobLifecycle.MainTimer timer;
    private final Consumer<Runnable> main;
    private boolean on;
    private CheckpointWork work;
    private StorageContext storage;
    /** Null before nothing of an earlier life writes any more, and without checkpoints. */
    private LifeRestore restore;

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
        this.services = services;
        this.lifecycle = lifecycle;
        this.life = life;
        this.timer = timer;
        this.main = main;
    }

    /** Whether a job of this plan has checkpoints. */
    static boolean wanted(JobPlan plan) {
        Map<String, String> values = plan.configuration().values();
        return plan.mode() == RuntimeMode.STREAMING
                && (values.containsKey(JobOptions.CHECKPOINT_INTERVAL)
                        || values.containsKey(JobOptions.RECOVERY_PATH.key()));
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
        on = wanted(life.plan());
        if (on) {
            Optional<Lease<CheckpointService>> leased = services.plugins()
                    .lease(CheckpointService.class, life.plan().configuration().get(JobOptions.CHECKPOINT_SERVICE));
            leased.ifPresent(held -> work = new CheckpointWork(held, services.runtime(), main));
        }
        return !on || work != null;
    }

    /** The checkpoint plugin that this life uses; null for none. */
    Lease<?> leased() {
        return work == null ? null : work.lease();
    }

    /**
     * Whether it is known what the life goes on from; if not, it is found out, when nothing of an earlier life writes any more.
     *
     * @param proceed called then
     */
    boolean found(Runnable proceed) {
        if (on && restore == null) {
            storage = new StorageContext(spec.id(), spec.name(), services.checkpoints(), lifecycle.configuration());
            restore = new LifeRestore(spec, lifecycle, life, storage);
            RestoreSearch.Question question = restore.question();
            CheckpointService service = work.service();
            work.run(
                    () -> LifeRestore.search(service.openStorage(storage), question),
                    () -> lifecycle.current(life, LifeStep.OPENING),
                    (found, problem) -> {
                        restore.answered(found, problem);
                        if (restore.found()) {
                            recorded = restore.checkpoint();
                            proceed.run();
                        }
                    });
        }
        return !on || restore.found();
    }

    /** What coordinators begin with. */
    Opening opening(Map<String, List<byte[]>> finished) {
        return on ? restore.opening(finished) : Opening.plain(finished);
    }

    /** What a task of this life begins from. */
    Optional<TaskRestore> restore(TaskId task) {
        return on ? Optional.of(restore.of(task)) : Optional.empty();
    }

    /** What whatever restarts goes on from. */
    LifeRestore restore() {
        return restore;
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
            coordinator = work.service().createCoordinator(new CheckpointSeam(this, spec, life, lifecycle, timer));
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
                            : none());
        }
    }

    private String none() {
        return life.plan().mode() == RuntimeMode.BATCH
                ? "Job '" + spec.name() + "' runs in mode BATCH, which has no checkpoints: what has finished is kept"
                        + " instead. Set " + JobOptions.RUNTIME_MODE.key() + "=STREAMING to have them"
                : "Job '" + spec.name() + "' has no checkpoints: set " + JobOptions.CHECKPOINT_INTERVAL;
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
        return on && restore.checkpoint() > 0 && ++failedToBegin > 0;
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
            boolean half = restore.checkpoint() > recorded;
            giveUpForLog();
            if (half) {
                restore.waitAndTryAgain("The event log of job '" + spec.name() + "' could not record that checkpoint "
                        + restore.checkpoint() + " is complete; the job goes on from what the log holds");
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

    /** The output was published by a life that did only that: it had no coordinator to delete what is not needed any more. */
    void outlived() {
        CheckpointRemains.delete(spec, services, life.plan(), lifecycle.configuration(), main);
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
        if (work != null) {
            work.letGo();
        }
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
        return storage;
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
                "The checkpoint service of " + work.lease().bundle() + " failed: " + e));
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
        work.run(action, () -> lifecycle.life() == life && coordinator != null, answer);
    }
}
