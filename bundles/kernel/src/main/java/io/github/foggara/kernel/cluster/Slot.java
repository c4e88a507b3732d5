package io.github.foggara.kernel.cluster;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Room for one subtask of every vertex of one job. Changed by its pool alone, which counts. Cluster thread. */
final class Slot {
    private final SlotHome home;
    private final Map<Integer, ExecutionAttemptId> tasks = new TreeMap<>();
    /** Whose threads do not end. */
    private final Set<ExecutionAttemptId> hanging = new HashSet<>();

    private JobId job;

    /**
     * @param home what it is of; null if it is only imagined
     */
    Slot(SlotHome home) {
        this.home = home;
    }

    SlotHome home() {
        return home;
    }

    boolean free() {
        return job == null && hanging.isEmpty();
    }

    /** Whether a subtask of that vertex finds room. */
    boolean takes(ExecutionAttemptId attempt) {
        return hanging.isEmpty() && (job == null || attempt.job().equals(job) && !tasks.containsKey(attempt.vertex()));
    }

    void add(ExecutionAttemptId attempt) {
        job = attempt.job();
        tasks.put(attempt.vertex(), attempt);
    }

    /** A slot without tasks belongs to no job. */
    void remove(ExecutionAttemptId attempt) {
        tasks.remove(attempt.vertex(), attempt);
        if (tasks.isEmpty()) {
            job = null;
        }
    }

    /** A thread of the task does not end: nothing more is put here until it does. */
    void hangs(ExecutionAttemptId attempt) {
        hanging.add(attempt);
    }

    void returned(ExecutionAttemptId attempt) {
        hanging.remove(attempt);
    }

    List<ExecutionAttemptId> attempts() {
        return List.copyOf(tasks.values());
    }

    List<ExecutionAttemptId> hanging() {
        return List.copyOf(hanging);
    }

    int size() {
        return tasks.size();
    }
}
