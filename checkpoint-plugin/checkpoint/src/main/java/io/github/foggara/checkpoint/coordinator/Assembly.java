package io.github.foggara.checkpoint.coordinator;

import io.github.foggara.api.checkpoint.CheckpointContext;
import io.github.foggara.api.checkpoint.CheckpointContext.Vertex;
import io.github.foggara.api.checkpoint.CheckpointMetadata;
import io.github.foggara.api.checkpoint.CheckpointStorage;
import io.github.foggara.api.checkpoint.StateHandle;
import io.github.foggara.api.checkpoint.SubtaskSnapshot;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.failover.TaskId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;

/**
 * All that makes one checkpoint. Put together on main, and from then on changed by nobody; stored on io.
 *
 * @param writer name of the file with the state of enumerators, if it is large
 */
record Assembly(
        PendingCheckpoint checkpoint,
        JobId job,
        String jobName,
        String fingerprint,
        List<Vertex> vertices,
        Map<String, byte[]> coordinators,
        Map<TaskId, SubtaskSnapshot> snapshots,
        String writer) {

    static Assembly of(PendingCheckpoint checkpoint, CheckpointContext context) {
        return new Assembly(
                checkpoint,
                context.job(),
                context.jobName(),
                context.fingerprint(),
                checkpoint.plan.vertices(),
                Map.copyOf(checkpoint.coordinators),
                new TreeMap<>(checkpoint.snapshots),
                "coordinators-" + context.storage().epoch());
    }

    /**
     * @throws CancellationException if it was given up meanwhile
     */
    StorageWork.Stored store(CheckpointStorage storage) throws IOException {
        requireWanted();
        try {
            return write(storage);
        } finally {
            if (checkpoint.givenUp()) {
                // Whoever gave it up may have deleted it before all this was there, and then nothing else could be
                // written.
                storage.discard(checkpoint.id);
                requireWanted();
            }
        }
    }

    private void requireWanted() {
        if (checkpoint.givenUp()) {
            throw new CancellationException("Checkpoint " + checkpoint.id + " was given up");
        }
    }

    private StorageWork.Stored write(CheckpointStorage storage) throws IOException {
        Map<String, StateHandle> handles = writeCoordinators(storage);
        List<CheckpointMetadata.Vertex> stored = new ArrayList<>();
        for (Vertex vertex : vertices) {
            stored.add(vertex(vertex, handles));
        }
        CheckpointMetadata metadata = new CheckpointMetadata(
                job, jobName, checkpoint.id, checkpoint.triggeredMillis, checkpoint.kind, fingerprint, stored);
        return new StorageWork.Stored(metadata, storage.complete(metadata));
    }

    private Map<String, StateHandle> writeCoordinators(CheckpointStorage storage) throws IOException {
        Map<String, StateHandle> handles = new TreeMap<>();
        try (CheckpointStorage.Writer writer = storage.writer(checkpoint.id, this.writer)) {
            for (Map.Entry<String, byte[]> state : new TreeMap<>(coordinators).entrySet()) {
                writer.begin().write(state.getValue());
                handles.put(state.getKey(), writer.end());
            }
            writer.force();
        }
        return handles;
    }

    /** Enumerators of finished vertices keep their state: it says that all was read. */
    private CheckpointMetadata.Vertex vertex(Vertex vertex, Map<String, StateHandle> handles) {
        Map<String, StateHandle> ofVertex = new TreeMap<>();
        for (String uid : vertex.coordinators()) {
            if (handles.containsKey(uid)) {
                ofVertex.put(uid, handles.get(uid));
            }
        }
        Map<Integer, SubtaskSnapshot> subtasks = new TreeMap<>();
        for (int subtask = 0; subtask < vertex.parallelism(); subtask++) {
            SubtaskSnapshot snapshot = snapshots.get(new TaskId(vertex.index(), subtask));
            if (snapshot != null) {
                subtasks.put(subtask, snapshot);
            }
        }
        return new CheckpointMetadata.Vertex(
                vertex.name(), vertex.chain(), vertex.parallelism(), vertex.maxParallelism(), ofVertex, subtasks);
    }
}
