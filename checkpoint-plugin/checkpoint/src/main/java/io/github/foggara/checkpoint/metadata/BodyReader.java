package io.github.foggara.checkpoint.metadata;

import io.github.foggara.api.checkpoint.CheckpointMetadata;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Kind;
import io.github.foggara.api.checkpoint.OperatorSnapshot;
import io.github.foggara.api.checkpoint.StateHandle;
import io.github.foggara.api.checkpoint.SubtaskSnapshot;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.state.OperatorStateBackend;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads what {@link BodyWriter} wrote, and refuses what it cannot have written. */
final class BodyReader {
    private static final int MAX_PARALLELISM = 1 << 15;

    private final MetadataInput in;

    BodyReader(MetadataInput in) {
        this.in = in;
    }

    CheckpointMetadata read() throws IOException {
        JobId job = new JobId(in.i64("job id"), in.i64("job id"));
        String name = in.text("job name");
        long id = in.u63("checkpoint id");
        if (id == 0) {
            throw in.damaged("its checkpoint id is 0");
        }
        long timestamp = in.i64("timestamp");
        Kind kind = in.u8(1, "kind") == 0 ? Kind.CHECKPOINT : Kind.SAVEPOINT;
        String fingerprint = in.text("fingerprint");
        return new CheckpointMetadata(job, name, id, timestamp, kind, fingerprint, in.list("vertices", this::vertex));
    }

    private CheckpointMetadata.Vertex vertex() throws IOException {
        String name = in.text("vertex name");
        List<String> chain = in.list("chain", () -> in.text("uid"));
        int parallelism = in.i32(1, MAX_PARALLELISM, "parallelism");
        int maxParallelism = in.i32(parallelism, MAX_PARALLELISM, "maximum parallelism");
        Map<String, StateHandle> coordinators =
                in.map("coordinators", () -> in.handle("the state of a coordinator of " + name));
        return new CheckpointMetadata.Vertex(
                name, chain, parallelism, maxParallelism, coordinators, subtasks(parallelism, maxParallelism));
    }

    private Map<Integer, SubtaskSnapshot> subtasks(int parallelism, int maxParallelism) throws IOException {
        Map<Integer, SubtaskSnapshot> subtasks = new TreeMap<>();
        int count = in.i32("number of subtasks");
        if (count == BodyWriter.ALL_FINISHED) {
            return subtasks;
        }
        if (count != parallelism) {
            throw in.damaged("there are " + count + " subtasks for a parallelism of " + parallelism);
        }
        for (int i = 0; i < count; i++) {
            int number = in.i32("subtask number");
            if (number == i) {
                subtasks.put(i, subtask(maxParallelism));
            } else if (number != -(i + 1)) {
                throw in.damaged("subtask " + i + " has number " + number);
            }
        }
        if (subtasks.isEmpty()) {
            throw in.damaged("subtasks have finished one by one, and none is left");
        }
        return subtasks;
    }

    private SubtaskSnapshot subtask(int maxParallelism) throws IOException {
        boolean finished = in.u8(1, "flags of a subtask") == 1;
        long[] inputs = in.longs("input positions");
        long[] outputs = in.longs("output positions");
        SubtaskSnapshot.Figures figures = new SubtaskSnapshot.Figures(
                in.i64("alignment time"), in.i64("synchronous time"), in.i64("asynchronous time"), in.i64("bytes"));
        Map<String, OperatorSnapshot> operators = in.map("operators", () -> operator(maxParallelism));
        return new SubtaskSnapshot(operators, finished, inputs, outputs, figures);
    }

    private OperatorSnapshot operator(int maxParallelism) throws IOException {
        byte[] types = in.bytes("type table");
        Optional<OperatorSnapshot.Keyed> keyed =
                in.u8(1, "mark of keyed state") == 1 ? Optional.of(keyed(maxParallelism)) : Optional.empty();
        List<OperatorSnapshot.Named> states = in.list("operator states", this::named);
        List<byte[]> splits = in.list("splits", () -> in.bytes("split"));
        List<byte[]> committables = in.list("committables", () -> in.bytes("committable"));
        return new OperatorSnapshot(types, keyed, states, splits, committables);
    }

    private OperatorSnapshot.Keyed keyed(int maxParallelism) throws IOException {
        String backend = in.text("state backend");
        int[] last = {-1};
        List<OperatorSnapshot.Group> groups = in.list("key groups", () -> {
            int group = in.i32(last[0] + 1, maxParallelism - 1, "key group");
            last[0] = group;
            return new OperatorSnapshot.Group(group, in.handle("key group " + group));
        });
        return new OperatorSnapshot.Keyed(backend, groups);
    }

    private OperatorSnapshot.Named named() throws IOException {
        String name = in.text("state name");
        OperatorStateBackend.Kind kind = switch (in.u8(4, "kind of state " + name)) {
            case 0 -> OperatorStateBackend.Kind.SPLIT;
            case 1 -> OperatorStateBackend.Kind.UNION;
            case 2 -> OperatorStateBackend.Kind.BROADCAST;
            case 3 -> OperatorStateBackend.Kind.SUBTASK_SEGMENTS;
            default -> OperatorStateBackend.Kind.GROUP_SEGMENTS;
        };
        return new OperatorSnapshot.Named(name, kind, in.handle("state " + name));
    }
}
