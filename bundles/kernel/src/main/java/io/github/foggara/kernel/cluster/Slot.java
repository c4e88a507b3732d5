package io.github.foggara.kernel.cluster;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.rpc.ContainerId;
import java.util.Map;
import java.util.TreeMap;

/** Room for one subtask of every vertex of one job. Cluster thread. */
final class Slot {
    private final ContainerId home;
    private final Map<Integer, ExecutionAttemptId> tasks = new TreeMap<>();
    private JobId job;
    private boolean blocked;

    /**
     * @param home the TaskManager it is of; null if it is only imagined
     */
    Slot(ContainerId home) {
        this.home = home;
    }

    ContainerId home() {
        return home;
    }

    boolean free() {
        return job == null;
    }

    boolean of(JobId asked) {
        return asked.equals(job);
    }

    /** Whether a subtask of that vertex finds room. */
    boolean takes(ExecutionAttemptId attempt) {
        return !blocked && (job == null || of(attempt.job()) && !tasks.containsKey(attempt.vertex()));
    }

    boolean holdsSubtask(int index) {
        return tasks.values().stream().anyMatch(attempt -> attempt.subtask() == index);
    }

    boolean holds(ExecutionAttemptId attempt) {
        return attempt.equals(tasks.get(attempt.vertex()));
    }

    void add(ExecutionAttemptId attempt) {
        job = attempt.job();
        tasks.put(attempt.vertex(), attempt);
    }

    /** Whether it was there. A slot without tasks belongs to no job. */
    boolean remove(ExecutionAttemptId attempt) {
        if (!tasks.remove(attempt.vertex(), attempt)) {
            return false;
        }
        if (tasks.isEmpty() && !blocked) {
            job = null;
        }
        return true;
    }

    /** A thread of the task does not end: nothing more is put here until the job is over. */
    void block() {
        blocked = true;
    }

    void clear() {
        tasks.clear();
        blocked = false;
        job = null;
    }

    int size() {
        return tasks.size();
    }
}
