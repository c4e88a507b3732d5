package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.execution.JobId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What hangs where. By task, since an attempt of an earlier run of a job has a thread of the same name. Exec thread, except
 * {@link #lines()}.
 */
final class Quarantine {
    private final Map<Task, String> tasks = new LinkedHashMap<>();
    private volatile List<String> lines = List.of();

    void add(Task task, String words) {
        tasks.put(task, words);
        publish();
    }

    void remove(Task task) {
        tasks.remove(task);
        publish();
    }

    /** Whether a task of the job hangs, and so runs its code still. */
    boolean holds(JobId job) {
        return tasks.keySet().stream().anyMatch(task -> task.id().job().equals(job));
    }

    /** One per task that hangs. Any thread. */
    List<String> lines() {
        return lines;
    }

    private void publish() {
        lines = tasks.values().stream().sorted().toList();
    }
}
