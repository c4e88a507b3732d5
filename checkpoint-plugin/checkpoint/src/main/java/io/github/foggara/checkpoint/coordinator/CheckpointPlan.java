package io.github.foggara.checkpoint.coordinator;

import io.github.foggara.api.checkpoint.CheckpointContext.Attempt;
import io.github.foggara.api.checkpoint.CheckpointContext.Phase;
import io.github.foggara.api.checkpoint.CheckpointContext.Producer;
import io.github.foggara.api.checkpoint.CheckpointContext.Vertex;
import io.github.foggara.api.checkpoint.CheckpointDecline;
import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.checkpoint.CheckpointOptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Who takes part in a checkpoint, decided at one moment (SPEC-147 §4): all running tasks answer, and those of them are triggered that nobody
 * running writes to; the others hear of it from their inputs.
 *
 * @param vertices as they were
 * @param trigger gets the barrier from the coordinator
 * @param waitFor has to acknowledge
 */
record CheckpointPlan(List<Vertex> vertices, Set<ExecutionAttemptId> trigger, Set<ExecutionAttemptId> waitFor)
        implements PlanOutcome {
    /**
     * @param ended attempts that run and whose operators have finished
     * @param afterTasksFinish whether some tasks may have finished
     */
    static PlanOutcome of(List<Vertex> vertices, Set<ExecutionAttemptId> ended, boolean afterTasksFinish) {
        Map<Integer, Vertex> byIndex = new HashMap<>();
        vertices.forEach(vertex -> byIndex.put(vertex.index(), vertex));
        Set<ExecutionAttemptId> trigger = new LinkedHashSet<>();
        Set<ExecutionAttemptId> waitFor = new LinkedHashSet<>();
        List<String> finished = new ArrayList<>();
        for (Vertex vertex : vertices) {
            if (vertex.attempts().size() != vertex.parallelism()) {
                return new Refused(
                        CheckpointDecline.NOT_READY, "not all subtasks of " + vertex.name() + " are deployed");
            }
            for (int subtask = 0; subtask < vertex.parallelism(); subtask++) {
                Attempt attempt = vertex.attempts().get(subtask);
                switch (attempt.phase()) {
                    case STARTING, ENDING, UNPUBLISHED -> {
                        return refused(attempt.phase(), TaskNames.of(vertex, subtask));
                    }
                    case FINISHED -> finished.add(TaskNames.of(vertex, subtask));
                    case RUNNING -> {
                        if (ended.contains(attempt.id())) {
                            finished.add(TaskNames.of(vertex, subtask));
                        }
                        waitFor.add(attempt.id());
                        if (!hears(vertex, subtask, byIndex)) {
                            trigger.add(attempt.id());
                        }
                    }
                }
            }
        }
        if (waitFor.isEmpty()) {
            return new Refused(CheckpointDecline.TASK_FINISHED, "all tasks have finished");
        }
        return finished.isEmpty() || afterTasksFinish
                ? new CheckpointPlan(vertices, trigger, waitFor)
                : refused(Phase.FINISHED, finished.get(0));
    }

    private static Refused refused(Phase phase, String task) {
        return switch (phase) {
            case UNPUBLISHED ->
                new Refused(
                        CheckpointDecline.TASK_FINISHED,
                        task + " has finished, and what it has to publish stands in no checkpoint; it is published when"
                                + " the job has finished");
            case FINISHED ->
                new Refused(
                        CheckpointDecline.TASK_FINISHED,
                        task + " has finished, and " + CheckpointOptions.AFTER_TASKS_FINISH.key() + " is false");
            default -> new Refused(CheckpointDecline.NOT_READY, task + " is not running");
        };
    }

    /** Whether somebody who runs writes to that subtask. */
    private static boolean hears(Vertex vertex, int subtask, Map<Integer, Vertex> byIndex) {
        for (Producer producer : vertex.producers()) {
            List<Attempt> attempts = byIndex.get(producer.vertex()).attempts();
            if (producer.allToAll()) {
                if (attempts.stream().anyMatch(CheckpointPlan::running)) {
                    return true;
                }
            } else if (subtask < attempts.size() && running(attempts.get(subtask))) {
                return true;
            }
        }
        return false;
    }

    private static boolean running(Attempt attempt) {
        return attempt.phase() == Phase.RUNNING;
    }
}
