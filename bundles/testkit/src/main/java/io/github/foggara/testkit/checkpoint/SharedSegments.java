package io.github.foggara.testkit.checkpoint;

import io.github.foggara.api.checkpoint.CheckpointStorage;
import io.github.foggara.api.checkpoint.StateHandle;
import io.github.foggara.api.execution.ExecutionAttemptId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What attempts point at in shared files, as {@link CheckpointStorage} wants it: each snapshot has a segment of its own, and of those of the one
 * before, with the third one left out. One thread.
 */
final class SharedSegments {
    private static final int MOST = 2;

    private final Map<ExecutionAttemptId, List<StateHandle>> last = new HashMap<>();
    private final Map<ExecutionAttemptId, Long> newest = new HashMap<>();

    /** One that comes after a newer one is late: it points at its own segment only, and no other will. */
    List<StateHandle> write(CheckpointStorage.Writer to, ExecutionAttemptId attempt, long checkpoint, int length)
            throws IOException {
        boolean late = newest.getOrDefault(attempt, 0L) > checkpoint;
        List<StateHandle> segments = late ? new ArrayList<>() : new ArrayList<>(last.getOrDefault(attempt, List.of()));
        try (CheckpointStorage.Writer writer = to) {
            writer.begin().write(new byte[length]);
            segments.add(writer.end());
            writer.force();
        }
        if (segments.size() > MOST) {
            segments.remove((int) (checkpoint % segments.size()));
        }
        return segments;
    }

    /** That snapshot was taken. */
    void acknowledged(ExecutionAttemptId attempt, long checkpoint, List<StateHandle> segments) {
        if (newest.merge(attempt, checkpoint, Math::max) == checkpoint) {
            last.put(attempt, segments);
        }
    }
}
