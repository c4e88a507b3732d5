package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.kernel.gateway.TaskDeployment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Attempts that build their graph and wait to be deployed, one of each task at most. They hold nothing but a thread and what the program
 * defined; nobody is told of them. Exec thread.
 */
final class PreparedTasks {
    private record Place(JobId job, int vertex, int subtask) {
        static Place of(ExecutionAttemptId attempt) {
            return new Place(attempt.job(), attempt.vertex(), attempt.subtask());
        }
    }

    private final Map<Place, Task> tasks = new HashMap<>();

    /** A thread that cannot be started is none: the deployment will say so. */
    void start(Task task) {
        Task former = tasks.get(Place.of(task.id()));
        if (former != null && former.id().attempt() >= task.id().attempt()) {
            return;
        }
        try {
            task.start();
        } catch (OutOfMemoryError e) {
            return;
        }
        tasks.put(Place.of(task.id()), task);
        if (former != null) {
            drop(former);
        }
    }

    /** The one of that attempt, which is deployed now; null if there is none. Others of the same task go. */
    Task take(TaskDeployment deployment) {
        Task task = tasks.remove(Place.of(deployment.attempt()));
        if (task == null) {
            return null;
        }
        TaskDeployment made = task.deployment();
        if (made.attempt().equals(deployment.attempt())
                && made.epoch() == deployment.epoch()
                && made.program().equals(deployment.program())
                && made.fingerprint().equals(deployment.fingerprint())) {
            return task;
        }
        drop(task);
        return null;
    }

    /** Whether it was one of them, and ended before it was deployed. */
    boolean ended(Task task) {
        return tasks.remove(Place.of(task.id()), task);
    }

    void drop(JobId job) {
        drop(place -> place.job().equals(job));
    }

    void dropAll() {
        drop(place -> true);
    }

    private void drop(Predicate<Place> which) {
        List<Place> leaving = tasks.keySet().stream().filter(which).toList();
        leaving.forEach(place -> drop(tasks.remove(place)));
    }

    private static void drop(Task task) {
        task.cancel();
        task.thread().interrupt();
    }
}
