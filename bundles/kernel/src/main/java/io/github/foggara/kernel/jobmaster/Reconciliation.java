package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.failover.TaskId;
import io.github.foggara.kernel.jobmaster.state.JobEvent;
import io.github.foggara.kernel.jobmaster.state.JobState;
import io.github.foggara.kernel.plan.JobPlan;
import io.github.foggara.kernel.plan.PlanVertex;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a new life has to run of a job whose log was replayed (FLIP-383, reconciliation): tasks that finished are kept, unless something
 * that is still needed of them is gone; with a completed checkpoint, all tasks go on from that. Pure.
 *
 * <ul>
 *   <li>A pipelined region is kept as a whole or runs again as a whole: what went through it is not there any more.
 *   <li>The enumerator of a source starts again as well; so of a source of which one subtask has not finished every subtask runs
 *       again, or splits would be read twice or never.
 * </ul>
 */
final class Reconciliation {
    private Reconciliation() {}

    /**
     * @return the event that makes the state one to go on from; empty if it is that already, because everything has finished
     */
    static Optional<JobEvent> of(JobState state, JobPlan plan, PlanTopology topology, String program) {
        List<JobEvent.JobStarted.Vertex> vertices = plan.vertices().stream()
                .map(v -> new JobEvent.JobStarted.Vertex(v.name(), v.parallelism()))
                .toList();
        JobEvent.JobStarted started = state.started();
        if (started == null
                || !started.fingerprint().equals(plan.fingerprint())
                || !started.vertices().equals(vertices)) {
            return Optional.of(new JobEvent.JobStarted(plan.fingerprint(), program, vertices, state.nextAttempt()));
        }
        // What a task did after the checkpoint is undone with all the others: they go on from the same one.
        Set<TaskId> again =
                state.checkpoints().completed().isEmpty() ? again(plan, topology) : new TreeSet<>(topology.tasks());
        return again.isEmpty()
                ? Optional.empty()
                : Optional.of(new JobEvent.TasksReset("the JobMaster has started again", again));
    }

    private static Set<TaskId> again(JobPlan plan, PlanTopology topology) {
        Set<TaskId> again = new TreeSet<>();
        for (TaskId task : topology.tasks()) {
            if (!topology.finished(task) && !again.contains(task)) {
                again.addAll(topology.region(task));
            }
        }
        int before;
        do {
            before = again.size();
            for (PlanVertex vertex : plan.vertices()) {
                if (vertex.source() && touched(vertex, again)) {
                    for (int subtask = 0; subtask < vertex.parallelism(); subtask++) {
                        TaskId task = new TaskId(vertex.index(), subtask);
                        if (!again.contains(task)) {
                            again.addAll(topology.region(task));
                        }
                    }
                }
            }
        } while (again.size() > before);
        return again;
    }

    private static boolean touched(PlanVertex vertex, Set<TaskId> tasks) {
        return tasks.stream().anyMatch(task -> task.vertex() == vertex.index());
    }
}
