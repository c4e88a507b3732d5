package io.github.foggara.checkpoint.storage;

import io.github.foggara.api.checkpoint.CheckpointMetadata;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Kind;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Pointer;
import io.github.foggara.api.checkpoint.CheckpointStorage;
import io.github.foggara.api.checkpoint.OperatorSnapshot;
import io.github.foggara.api.checkpoint.StateHandle;
import io.github.foggara.api.checkpoint.StorageContext;
import io.github.foggara.api.checkpoint.SubtaskSnapshot;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.checkpoint.DefaultCheckpointService;
import io.github.foggara.testkit.checkpoint.CheckpointStorageContract;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** Makes checkpoints of one job with two subtasks, and looks whether they are whole. */
final class Checkpoints {
    static final JobId JOB = new JobId(3, 5);
    private static final int PART = 30_000;

    private final CheckpointDisk disk;
    private final Path directory;
    private final Map<String, String> options;

    Checkpoints(CheckpointDisk disk, Path directory) {
        this(disk, directory, Map.of());
    }

    Checkpoints(CheckpointDisk disk, Path directory, Map<String, String> options) {
        this.disk = disk;
        this.directory = directory;
        this.options = options;
    }

    /** The file that harm comes to, of a checkpoint of the contract. */
    static Path harmed(Pointer checkpoint, CheckpointStorageContract.Harm harm) {
        Path folder = Path.of(checkpoint.pointer());
        return switch (harm) {
            case METADATA_CHANGED, METADATA_GONE -> folder.resolve("_metadata");
            case PART_CHANGED, PART_GONE -> folder.resolve("0-0-0");
            case SHARED_CHANGED, SHARED_GONE -> folder.resolveSibling("shared/" + checkpoint.id() + ".0-0-0");
        };
    }

    static byte[] flipped(byte[] bytes) {
        byte[] changed = bytes.clone();
        changed[changed.length / 2] ^= 1;
        return changed;
    }

    CheckpointStorage storage() throws IOException {
        return new DefaultCheckpointService(disk)
                .openStorage(new StorageContext(JOB, "job", directory, new Configuration(options), 1));
    }

    Path folder(long id) {
        return directory.toAbsolutePath().resolve(JOB.toString()).resolve("chk-" + id);
    }

    Pointer complete(long id) throws IOException {
        CheckpointStorage storage = storage();
        Map<Integer, SubtaskSnapshot> subtasks = Map.of(0, write(id, 0), 1, write(id, 1));
        return storage.complete(new CheckpointMetadata(
                JOB,
                "job",
                id,
                id,
                Kind.CHECKPOINT,
                "fingerprint",
                List.of(new CheckpointMetadata.Vertex("v", List.of("v"), 2, 128, Map.of(), subtasks))));
    }

    private static byte[] bytes(long id, int subtask) {
        byte[] bytes = new byte[PART];
        new Random(id * 10 + subtask).nextBytes(bytes);
        return bytes;
    }

    SubtaskSnapshot write(long id, int subtask) throws IOException {
        try (CheckpointStorage.Writer writer = storage().writer(id, "0-" + subtask + "-0")) {
            writer.begin().write(bytes(id, subtask));
            List<OperatorSnapshot.Group> groups = new ArrayList<>();
            groups.add(new OperatorSnapshot.Group(subtask, writer.end()));
            writer.begin().write(subtask);
            groups.add(new OperatorSnapshot.Group(subtask + 2, writer.end()));
            writer.force();
            OperatorSnapshot operator = new OperatorSnapshot(
                    new byte[] {1, 2},
                    Optional.of(new OperatorSnapshot.Keyed("heap", groups)),
                    List.of(),
                    List.of(),
                    List.of());
            return new SubtaskSnapshot(
                    Map.of("v", operator),
                    false,
                    new long[] {id},
                    new long[0],
                    new SubtaskSnapshot.Figures(0, 0, 0, PART));
        }
    }

    /** That all that is listed can be read to the last byte, and is what was written. */
    List<Long> whole() throws IOException {
        CheckpointStorage storage = storage();
        List<Long> ids = new ArrayList<>();
        for (Pointer pointer : storage.completed(damaged -> {})) {
            CheckpointMetadata metadata = storage.load(pointer.pointer());
            for (int subtask = 0; subtask < 2; subtask++) {
                StateHandle part = metadata.vertices()
                        .get(0)
                        .subtasks()
                        .get(subtask)
                        .operators()
                        .get("v")
                        .keyed()
                        .orElseThrow()
                        .groups()
                        .get(0)
                        .bytes();
                try (InputStream in = storage.read(part)) {
                    if (!Arrays.equals(in.readAllBytes(), bytes(pointer.id(), subtask))) {
                        throw new AssertionError("Other bytes in checkpoint " + pointer.id());
                    }
                }
            }
            ids.add(pointer.id());
        }
        return ids;
    }
}
