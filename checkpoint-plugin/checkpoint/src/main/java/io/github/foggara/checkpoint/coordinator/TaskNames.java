package io.github.foggara.checkpoint.coordinator;

import io.github.foggara.api.checkpoint.CheckpointContext.Vertex;
import io.github.foggara.api.execution.ExecutionAttemptId;
import java.util.List;

/** Tasks as users know them. */
final class TaskNames {
    private TaskNames() {}

    static String of(Vertex vertex, int subtask) {
        return "'" + vertex.name() + "' (" + (subtask + 1) + "/" + vertex.parallelism() + ")";
    }

    static String of(List<Vertex> vertices, ExecutionAttemptId attempt) {
        for (Vertex vertex : vertices) {
            if (vertex.index() == attempt.vertex()) {
                return of(vertex, attempt.subtask());
            }
        }
        return attempt.toString();
    }
}
