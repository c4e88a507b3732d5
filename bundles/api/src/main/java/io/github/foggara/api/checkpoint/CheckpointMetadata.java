package io.github.foggara.api.checkpoint;

import io.github.foggara.api.execution.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * All of a completed checkpoint but the bytes in its files.
 *
 * @param id from 1, growing in the life of a run
 * @param timestampMillis when it was triggered, since the epoch
 * @param fingerprint of the graph
 * @param vertices in topological order
 */
public record CheckpointMetadata(
        JobId job,
        String jobName,
        long id,
        long timestampMillis,
        Kind kind,
        String fingerprint,
        List<Vertex> vertices) {
    public CheckpointMetadata {
        vertices = List.copyOf(vertices);
    }

    /** Who owns it. */
    public enum Kind {
        /** The engine's: a later one replaces it. */
        CHECKPOINT,
        /** The user's: never deleted by the engine. */
        SAVEPOINT
    }

    /**
     * A chain of operators.
     *
     * @param chain uids in topological order
     * @param coordinators state of enumerators, by uid
     * @param subtasks by number; one that is missing has finished and holds nothing
     */
    public record Vertex(
            String name,
            List<String> chain,
            int parallelism,
            int maxParallelism,
            Map<String, StateHandle> coordinators,
            Map<Integer, SubtaskSnapshot> subtasks) {
        public Vertex {
            chain = List.copyOf(chain);
            coordinators = Map.copyOf(coordinators);
            subtasks = Map.copyOf(subtasks);
        }

        /** Whether every subtask has finished. */
        public boolean finished() {
            return subtasks.isEmpty();
        }
    }

    /**
     * A completed checkpoint by its place.
     *
     * @param pointer what {@link CheckpointStorage#load} takes
     */
    public record Pointer(long id, long timestampMillis, Kind kind, String pointer, long bytes) {}

    /** Committables of all subtasks, by uid of the sink; {@code subtask} order. */
    public Map<String, List<byte[]>> committables() {
        Map<String, List<byte[]>> all = new TreeMap<>();
        for (Vertex vertex : vertices) {
            new TreeMap<>(vertex.subtasks())
                    .values()
                    .forEach(subtask -> subtask.operators().forEach((uid, operator) -> {
                        if (!operator.committables().isEmpty()) {
                            all.computeIfAbsent(uid, u -> new ArrayList<>()).addAll(operator.committables());
                        }
                    }));
        }
        return all;
    }

    /** Of coordinators, key groups and operator states, in no order; one that stands in two places comes twice. */
    public List<StateHandle> handles() {
        List<StateHandle> handles = new ArrayList<>();
        for (Vertex vertex : vertices) {
            handles.addAll(vertex.coordinators().values());
            for (SubtaskSnapshot subtask : vertex.subtasks().values()) {
                for (OperatorSnapshot operator : subtask.operators().values()) {
                    operator.keyed().ifPresent(keyed -> keyed.groups().forEach(group -> handles.add(group.bytes())));
                    operator.operatorStates().forEach(state -> handles.add(state.bytes()));
                }
            }
        }
        return handles;
    }

    /** The operator's coordinator state, if there is some. */
    public Optional<StateHandle> coordinator(String uid) {
        return vertices.stream()
                .map(vertex -> vertex.coordinators().get(uid))
                .filter(Objects::nonNull)
                .findFirst();
    }
}
