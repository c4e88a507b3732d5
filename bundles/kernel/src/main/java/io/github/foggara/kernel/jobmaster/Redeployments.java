package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.failover.TaskId;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.kernel.gateway.JobMasterGateway;
import io.github.foggara.kernel.jobmaster.state.Execution;
import io.github.foggara.kernel.jobmaster.state.ExecutionState;
import io.github.foggara.kernel.jobmaster.state.JobEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tasks of a running life that were reset and are to run again: when their delay has passed and every attempt they replace has ended.
 * Main thread only.
 */
final class Redeployments {
    private static final Logger LOG = LoggerFactory.getLogger(Redeployments.class);

    private static final class Group {
        final Set<TaskId> tasks = new TreeSet<>();
        EngineRuntime.Cancellable timer;
        boolean due;
    }

    private final JobSpec spec;
    private final JobLifecycle lifecycle;
    private final Function<Life, JobMasterGateway> gateways;
    private final JobLifecycle.MainTimer timer;
    private final List<Group> groups = new ArrayList<>();

    Redeployments(
            JobSpec spec,
            JobLifecycle lifecycle,
            Function<Life, JobMasterGateway> gateways,
            JobLifecycle.MainTimer timer) {
        this.spec = spec;
        this.lifecycle = lifecycle;
        this.gateways = gateways;
        this.timer = timer;
    }

    /** Whether the tasks that were reset last wait for their delay still. */
    boolean waitsForDelay() {
        return !groups.isEmpty() && !groups.get(groups.size() - 1).due;
    }

    /** All tasks that were reset and are not deployed. */
    Set<TaskId> waiting() {
        Set<TaskId> all = new TreeSet<>();
        groups.forEach(group -> all.addAll(group.tasks));
        return all;
    }

    /** These have been reset as well: they wait with those that were reset last. */
    void join(Set<TaskId> tasks) {
        groups.get(groups.size() - 1).tasks.addAll(tasks);
        cancelLeaving(lifecycle.life());
    }

    /** Whether every task that was reset has been deployed. */
    boolean idle() {
        return groups.isEmpty();
    }

    /**
     * These have been reset: cancels what they replace. A group that waits already and shares a task with them waits with them.
     */
    void begin(Set<TaskId> tasks, Duration delay) {
        Group group = new Group();
        group.tasks.addAll(tasks);
        for (Iterator<Group> i = groups.iterator(); i.hasNext(); ) {
            Group other = i.next();
            if (!Collections.disjoint(other.tasks, tasks)) {
                group.tasks.addAll(other.tasks);
                // A longer delay of its own is not kept: both have failed now.
                other.timer.cancel();
                i.remove();
            }
        }
        groups.add(group);
        cancelLeaving(lifecycle.life());
        group.timer = timer.after(delay.toNanos(), () -> {
            group.due = true;
            if (groups.contains(group)) {
                proceed();
            }
        });
    }

    /** Everything that another attempt has replaced is told to end. */
    static void cancelLeaving(Life life) {
        for (Execution old : life.state().leaving()) {
            if (old.state() != ExecutionState.CANCELING) {
                life.journal()
                        .record(new JobEvent.AttemptChanged(
                                old.id(), ExecutionState.CANCELING, "another attempt takes its place"));
                life.executor().cancel(old.id(), life.epoch());
            }
        }
    }

    /** An attempt has ended, or a delay has. */
    void proceed() {
        Life life = lifecycle.life();
        if (life == null || life.step() != LifeStep.RUNNING || groups.isEmpty()) {
            return;
        }
        Set<TaskId> blocked = new TreeSet<>();
        life.state().leaving().forEach(old -> blocked.add(task(old)));
        for (Group group : List.copyOf(groups)) {
            if (group.due && Collections.disjoint(group.tasks, blocked)) {
                groups.remove(group);
                new Deployer(spec, life).send(group.tasks, gateways.apply(life));
                life.checkpoints().tasksChanged();
            }
        }
    }

    /** What an attempt that was replaced has written is not needed any more. */
    static void release(Life life, JobSpec spec, Execution old) {
        if (life.partitions() == null) {
            return;
        }
        List<ResultPartitionId> partitions = List.of();
        try {
            partitions = life.partitions().release(old.id());
        } catch (RuntimeException | LinkageError e) {
            LOG.warn("The shuffle service did not let go of what {} wrote", old.id(), e);
        }
        if (!partitions.isEmpty()) {
            life.executor().releasePartitions(spec.id(), life.epoch(), partitions);
        }
    }

    /** The life ends: nothing is deployed any more. */
    void clear() {
        groups.forEach(group -> group.timer.cancel());
        groups.clear();
    }

    private static TaskId task(Execution execution) {
        ExecutionAttemptId id = execution.id();
        return new TaskId(id.vertex(), id.subtask());
    }
}
