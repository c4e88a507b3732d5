package io.github.foggara.checkpoint.storage;

import io.github.foggara.api.checkpoint.CheckpointMetadata;
import io.github.foggara.api.checkpoint.CheckpointStorage;
import io.github.foggara.api.checkpoint.OperatorSnapshot;
import io.github.foggara.api.checkpoint.StateHandle;
import io.github.foggara.api.checkpoint.SubtaskSnapshot;
import io.github.foggara.api.state.OperatorStateBackend;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * An attempt whose state consists of segments, of which each is written once. It keeps to what {@link CheckpointStorage} asks of snapshots, unless
 * it is told not to. Main thread of the model, except {@link #write}.
 */
final class SegmentTask {
    private static final String PREFIX = "segment-";

    final int subtask;
    /** Numbers of the segments that there are now. */
    final TreeSet<Integer> now = new TreeSet<>();
    /** Where segments are that the next snapshot may point at. */
    Map<Integer, StateHandle> known = new HashMap<>();
    /** Barriers that have not come yet. */
    final List<Long> barriers = new ArrayList<>();
    /** The snapshot that is being written, unless it was given up; 0 for none. */
    long writing;

    private long newest;
    private final String name;
    private final boolean forgetful;

    /**
     * @param forgetful points at segments that a snapshot has left out
     */
    SegmentTask(int subtask, int attempt, boolean forgetful) {
        this.subtask = subtask;
        this.name = "0-" + subtask + "-" + attempt;
        this.forgetful = forgetful;
    }

    static byte[] bytes(int segment) {
        byte[] bytes = new byte[1 + segment % 30];
        new Random(segment).nextBytes(bytes);
        return bytes;
    }

    void change(Random random, int[] counter) {
        for (int more = random.nextInt(3); more > 0; more--) {
            now.add(++counter[0]);
        }
        for (int less = random.nextInt(3); less > 0 && !now.isEmpty(); less--) {
            now.remove(new ArrayList<>(now).get(random.nextInt(now.size())));
        }
        if (forgetful && random.nextInt(3) == 0) {
            known.keySet().stream().findAny().ifPresent(now::add);
        }
    }

    /**
     * What a snapshot is to write, as it was at its barrier.
     *
     * @param pointed where those are that were written before
     */
    record Cut(long checkpoint, List<Integer> segments, Map<Integer, StateHandle> pointed) {}

    Cut cut(long checkpoint) {
        writing = checkpoint;
        return new Cut(checkpoint, List.copyOf(now), Map.copyOf(known));
    }

    /** On an io thread. */
    Map<Integer, StateHandle> write(CheckpointStorage storage, Cut cut) throws IOException {
        Map<Integer, StateHandle> handles = new TreeMap<>();
        try (CheckpointStorage.Writer shared = storage.shared(cut.checkpoint(), name)) {
            for (int segment : cut.segments()) {
                StateHandle handle = cut.pointed().get(segment);
                if (handle == null) {
                    shared.begin().write(bytes(segment));
                    handle = shared.end();
                }
                handles.put(segment, handle);
            }
            shared.force();
        }
        try (CheckpointStorage.Writer own = storage.writer(cut.checkpoint(), name)) {
            own.begin().write(new byte[9]);
            own.end();
            own.force();
        }
        return handles;
    }

    /** What was forced for a snapshot that was given up may be pointed at too, as long as no newer one has left it out. */
    void acknowledged(long checkpoint, Map<Integer, StateHandle> handles) {
        if (forgetful || writing != checkpoint && checkpoint > newest) {
            known.putAll(handles);
        } else if (writing == checkpoint) {
            known = new HashMap<>(handles);
            newest = checkpoint;
            writing = 0;
        }
    }

    static SubtaskSnapshot snapshot(Map<Integer, StateHandle> handles) {
        List<OperatorSnapshot.Named> states = handles.entrySet().stream()
                .map(entry -> new OperatorSnapshot.Named(
                        PREFIX + entry.getKey(), OperatorStateBackend.Kind.SPLIT, entry.getValue()))
                .toList();
        return new SubtaskSnapshot(
                Map.of("v", new OperatorSnapshot(new byte[0], Optional.empty(), states, List.of(), List.of())),
                false,
                new long[0],
                new long[0],
                new SubtaskSnapshot.Figures(0, 0, 0, 0));
    }

    /** Where the segments of all subtasks are. */
    static Map<Integer, StateHandle> segments(CheckpointMetadata metadata) {
        Map<Integer, StateHandle> segments = new TreeMap<>();
        metadata.vertices()
                .forEach(vertex -> vertex.subtasks()
                        .values()
                        .forEach(subtask -> subtask.operators()
                                .get("v")
                                .operatorStates()
                                .forEach(state -> segments.put(
                                        Integer.parseInt(state.name().substring(PREFIX.length())), state.bytes()))));
        return segments;
    }

    /** That each of them is there, and is what was written. */
    static void read(CheckpointStorage storage, Map<Integer, StateHandle> segments) throws IOException {
        for (Map.Entry<Integer, StateHandle> segment : segments.entrySet()) {
            try (InputStream in = storage.read(segment.getValue())) {
                if (!Arrays.equals(in.readAllBytes(), bytes(segment.getKey()))) {
                    throw new AssertionError("other bytes in " + segment);
                }
            }
        }
    }
}
