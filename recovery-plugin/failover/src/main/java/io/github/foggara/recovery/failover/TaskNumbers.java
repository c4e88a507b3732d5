package io.github.foggara.recovery.failover;

import io.github.foggara.api.failover.TaskId;
import java.util.List;

/** Numbers the tasks of a topology from 0 without gaps, so that sets of them are bits. Immutable. */
final class TaskNumbers {
    private final TaskId[] tasks;
    /** Number of the first subtask of each vertex, and one more entry for the end. */
    private final int[] first;

    /**
     * @param all subtasks from 0 without gaps for each vertex, in any order
     */
    TaskNumbers(List<TaskId> all) {
        int vertices = 0;
        for (TaskId task : all) {
            vertices = Math.max(vertices, task.vertex() + 1);
        }
        first = new int[vertices + 1];
        for (TaskId task : all) {
            first[task.vertex() + 1]++;
        }
        for (int vertex = 0; vertex < vertices; vertex++) {
            first[vertex + 1] += first[vertex];
        }
        tasks = new TaskId[all.size()];
        for (TaskId task : all) {
            tasks[of(task)] = task;
        }
    }

    int count() {
        return tasks.length;
    }

    TaskId task(int number) {
        return tasks[number];
    }

    /** @return -1 if there is no such task */
    int of(TaskId task) {
        int vertex = task.vertex();
        if (vertex < 0 || vertex >= first.length - 1 || task.subtask() < 0) {
            return -1;
        }
        int number = first[vertex] + task.subtask();
        return number < first[vertex + 1] ? number : -1;
    }
}
