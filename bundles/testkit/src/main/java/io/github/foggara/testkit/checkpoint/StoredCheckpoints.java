package io.github.foggara.testkit.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.checkpoint.CheckpointMetadata;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Kind;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Pointer;
import io.github.foggara.api.checkpoint.CheckpointService;
import io.github.foggara.api.checkpoint.CheckpointStorage;
import io.github.foggara.api.checkpoint.CheckpointStorage.Damaged;
import io.github.foggara.api.checkpoint.StateHandle;
import io.github.foggara.api.checkpoint.StorageContext;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.plugin.Configuration;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** What the contracts of a storage write and read. A suite extends {@link CheckpointStorageContract}. */
public abstract class StoredCheckpoints {
    static final int MIDDLE = 100_000;
    static final int LONGER = 100_001;
    private static long jobs;

    final JobId job = new JobId(11, ++jobs);

    /** What can come to something stored that no waiting mends. */
    public enum Harm {
        METADATA_CHANGED,
        METADATA_GONE,
        PART_CHANGED,
        PART_GONE,
        SHARED_CHANGED,
        SHARED_GONE
    }

    /** One for all calls of a test. */
    protected abstract CheckpointService service();

    /** Lets that come to a complete checkpoint, which has one part and one shared file, both of the writer {@code 0-0-0}. */
    protected abstract void harm(Pointer checkpoint, Harm harm) throws IOException;

    /**
     * What is stored cannot be read for a reason that passes, such as too many open files.
     *
     * @param now false: it can again
     */
    protected abstract void troubled(boolean now);

    /** What it may write to. */
    protected Path directory() {
        return Path.of("checkpoints");
    }

    final CheckpointStorage storage(JobId of) throws IOException {
        return service().openStorage(place(of));
    }

    final StorageContext place(JobId of) {
        return new StorageContext(of, "job", directory(), Configuration.EMPTY, 1);
    }

    final CheckpointStorage storage() throws IOException {
        return storage(job);
    }

    /** None is damaged. */
    final List<Pointer> listed(JobId of) throws IOException {
        List<Damaged> damaged = new ArrayList<>();
        List<Pointer> completed = storage(of).completed(damaged::add);
        assertThat(damaged).isEmpty();
        return completed;
    }

    static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    static StateHandle write(CheckpointStorage storage, long id, String name, int length) throws IOException {
        return write(storage.writer(id, name), length);
    }

    static StateHandle share(CheckpointStorage storage, long id, String name, int length) throws IOException {
        return write(storage.shared(id, name), length);
    }

    private static StateHandle write(CheckpointStorage.Writer to, int length) throws IOException {
        try (CheckpointStorage.Writer writer = to) {
            writer.begin().write(bytes(length));
            StateHandle handle = writer.end();
            writer.force();
            return handle;
        }
    }

    static byte[] read(CheckpointStorage storage, StateHandle handle) throws IOException {
        try (InputStream in = storage.read(handle)) {
            return in.readAllBytes();
        }
    }

    final Pointer complete(JobId of, long id, Kind kind) throws IOException {
        CheckpointStorage storage = storage(of);
        StateHandle part = write(storage, id, "0-0-0", MIDDLE);
        StateHandle shared = share(storage, id, "0-0-0", LONGER);
        return storage.complete(metadata(of, id, kind, Map.of("v", part, "s", shared)));
    }

    static CheckpointMetadata metadata(JobId of, long id, Kind kind, Map<String, StateHandle> handles) {
        return new CheckpointMetadata(
                of,
                "job",
                id,
                1_000 + id,
                kind,
                "fingerprint",
                List.of(new CheckpointMetadata.Vertex("v", List.of("v", "s"), 1, 128, handles, Map.of())));
    }
}
