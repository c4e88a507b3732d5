package io.github.foggara.testkit.failover;

import io.github.foggara.api.failover.FailoverHistory;
import io.github.foggara.api.failover.FailoverPlan;
import io.github.foggara.api.failover.FailoverPlan.AttachMode;
import io.github.foggara.api.failover.FailoverPlan.RestorePoint;
import io.github.foggara.api.failover.FailoverStrategy;
import io.github.foggara.api.failover.FailoverTopology;
import io.github.foggara.api.failover.FailoverTopology.Channel;
import io.github.foggara.api.failover.Failure;
import io.github.foggara.api.failover.TaskId;
import io.github.foggara.api.plugin.OptionSet;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/** Restarts what is connected with the failed tasks, except for one bug; with none it is sound. */
final class BrokenFailoverStrategy implements FailoverStrategy {
    /** Null: none. */
    private final FailoverBug bug;

    private final Set<TaskId> remembered = new TreeSet<>();

    BrokenFailoverStrategy(FailoverBug bug) {
        this.bug = bug;
    }

    @Override
    public OptionSet options() {
        return new OptionSet("failover broken", List.of());
    }

    @Override
    public FailoverPlan decide(List<Failure> failures, FailoverTopology topology, FailoverHistory history) {
        checkHistory(history);
        if (bug == FailoverBug.SORTS_WHAT_IT_IS_HANDED) {
            failures.sort(Comparator.comparing(failure -> failure.task().orElse(new TaskId(0, 0))));
        }
        Set<TaskId> roots = roots(failures, topology);
        Set<TaskId> restart = bug == FailoverBug.FAILED_TASK_ALONE ? roots : connected(roots, topology);
        if (bug == FailoverBug.FAILED_TASK_FORGOTTEN && restart.size() > 1) {
            restart.remove(roots.iterator().next());
        }
        if (bug == FailoverBug.FOREIGN_TASK) {
            restart.add(new TaskId(0, topology.parallelism(0)));
        }
        return plan(restart, roots);
    }

    private FailoverPlan plan(Set<TaskId> restart, Set<TaskId> roots) {
        if (bug == FailoverBug.REATTACHES_UNASKED) {
            return new FailoverPlan(
                    restart, RestorePoint.LATEST, AttachMode.REATTACH, OptionalLong.empty(), Optional.empty());
        }
        if (bug == FailoverBug.UNSAFE_FALLBACK) {
            return new FailoverPlan(
                    restart,
                    RestorePoint.LATEST,
                    AttachMode.RECONNECT,
                    OptionalLong.empty(),
                    Optional.of(FailoverPlan.exact(roots)));
        }
        return FailoverPlan.exact(restart);
    }

    private void checkHistory(FailoverHistory history) {
        boolean full = history.recent().size() == FailoverHistory.LIMIT;
        boolean empty = history.recent().isEmpty();
        if (bug == FailoverBug.FULL_HISTORY_FAILS && full || bug == FailoverBug.EMPTY_HISTORY_FAILS && empty) {
            throw new IllegalStateException("so much history");
        }
    }

    private Set<TaskId> roots(List<Failure> failures, FailoverTopology topology) {
        Set<TaskId> roots = new TreeSet<>();
        for (Failure failure : bug == FailoverBug.FIRST_FAILURE_ONLY ? failures.subList(0, 1) : failures) {
            if (failure.task().isPresent()) {
                roots.add(failure.task().get());
            } else if (bug == FailoverBug.COORDINATOR_IS_A_TASK) {
                roots.add(topology.tasks().get(0));
            } else {
                roots.addAll(topology.tasks());
            }
            if (bug != FailoverBug.PARTITION_FORGOTTEN) {
                failure.partition()
                        .ifPresent(partition -> roots.add(new TaskId(
                                partition.producer().vertex(),
                                partition.producer().subtask())));
            }
        }
        if (bug == FailoverBug.REMEMBERS) {
            remembered.removeIf(task -> !topology.tasks().contains(task));
            remembered.addAll(roots);
            return new TreeSet<>(remembered);
        }
        return roots;
    }

    private Set<TaskId> connected(Set<TaskId> roots, FailoverTopology topology) {
        Set<TaskId> restart = new TreeSet<>(roots);
        Deque<TaskId> pending = new ArrayDeque<>(roots);
        while (!pending.isEmpty()) {
            TaskId task = pending.pop();
            if (bug == FailoverBug.QUADRATIC) {
                topology.tasks().forEach(topology::outputs);
            }
            for (Channel input : topology.inputs(task)) {
                if (pulls(input, topology, roots.contains(task)) && restart.add(input.producer())) {
                    pending.push(input.producer());
                }
            }
            for (Channel output : topology.outputs(task)) {
                if (pushes(output) && restart.add(output.consumer())) {
                    pending.push(output.consumer());
                }
            }
        }
        return restart;
    }

    private boolean pulls(Channel input, FailoverTopology topology, boolean root) {
        if (!input.blocking()) {
            return bug != FailoverBug.UPSTREAM_FORGOTTEN;
        }
        boolean lost = !input.available() && topology.finished(input.producer());
        return lost
                && bug != FailoverBug.LOST_RESULT_FORGOTTEN
                && (root || bug != FailoverBug.LOST_RESULT_NOT_FOLLOWED);
    }

    private boolean pushes(Channel output) {
        return bug != (output.blocking() ? FailoverBug.READERS_KEPT : FailoverBug.DOWNSTREAM_FORGOTTEN);
    }
}
