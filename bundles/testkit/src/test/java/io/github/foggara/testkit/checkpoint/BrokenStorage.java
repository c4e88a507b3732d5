package io.github.foggara.testkit.checkpoint;

import io.github.foggara.api.checkpoint.CheckpointMetadata;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Kind;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Pointer;
import io.github.foggara.api.checkpoint.CheckpointStorage;
import io.github.foggara.api.checkpoint.DamagedCheckpointException;
import io.github.foggara.api.checkpoint.StateHandle;
import io.github.foggara.api.checkpoint.StateHandle.InFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** The reference with one bug. */
final class BrokenStorage implements CheckpointStorage {
    private static final int LARGE = 4_000_000;
    private static final int MANY = 100;

    private final StorageBug bug;
    private final CheckpointStorage storage;
    private final Set<Long> discarded = new HashSet<>();

    BrokenStorage(StorageBug bug, CheckpointStorage storage) {
        this.bug = bug;
        this.storage = storage;
    }

    @Override
    public Writer writer(long checkpoint, String writer) throws IOException {
        return broken(storage.writer(checkpoint, bug == StorageBug.ANY_NAME ? "x" : writer));
    }

    @Override
    public Writer shared(long checkpoint, String writer) throws IOException {
        return broken(storage.shared(checkpoint, writer));
    }

    @Override
    public boolean isShared(StateHandle handle) {
        return bug == StorageBug.ALL_IS_SHARED || bug != StorageBug.NOTHING_IS_SHARED && storage.isShared(handle);
    }

    private Writer broken(Writer made) {
        return new Writer() {
            @Override
            public OutputStream begin() throws IOException {
                return made.begin();
            }

            @Override
            public StateHandle end() throws IOException {
                StateHandle handle = made.end();
                boolean inline = handle instanceof StateHandle.Inline;
                return bug == StorageBug.NOTHING_INLINE && inline ? new InFile("x", 0, handle.length(), 0) : handle;
            }

            @Override
            public void force() throws IOException {
                made.force();
            }

            @Override
            public void close() {
                if (bug == StorageBug.VISIBLE_BEFORE_FORCE) {
                    try {
                        made.force();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
                made.close();
            }
        };
    }

    @Override
    public InputStream read(StateHandle handle) throws IOException {
        try (InputStream in = storage.read(handle)) {
            byte[] bytes = in.readAllBytes();
            if (bug == StorageBug.BYTE_CHANGED && bytes.length > 0) {
                bytes[bytes.length / 2] ^= 1;
            }
            return new ByteArrayInputStream(bytes);
        } catch (IOException e) {
            if (bug == StorageBug.CHECKSUM_IGNORED) {
                return new ByteArrayInputStream(new byte[(int) Math.min(LARGE, handle.length())]);
            }
            throw mistaken(e);
        }
    }

    @Override
    public Pointer complete(CheckpointMetadata metadata) throws IOException {
        if (bug != StorageBug.SAVEPOINT_GOES) {
            return storage.complete(metadata);
        }
        return storage.complete(new CheckpointMetadata(
                metadata.job(),
                metadata.jobName(),
                metadata.id(),
                metadata.timestampMillis(),
                Kind.CHECKPOINT,
                metadata.fingerprint(),
                metadata.vertices()));
    }

    @Override
    public CheckpointMetadata load(String pointer) throws IOException {
        if (bug == StorageBug.LOADS_ANOTHER) {
            return storage.load(storage.completed(damaged -> {}).get(0).pointer());
        }
        try {
            return storage.load(pointer);
        } catch (IOException e) {
            throw mistaken(e);
        }
    }

    private IOException mistaken(IOException e) {
        boolean damage = e instanceof DamagedCheckpointException;
        if (bug == StorageBug.DAMAGE_UNTYPED && damage) {
            return new IOException(e.getMessage());
        }
        return bug == StorageBug.TROUBLE_IS_DAMAGE && !damage ? new DamagedCheckpointException(e.getMessage()) : e;
    }

    @Override
    public List<Pointer> completed(Consumer<Damaged> damaged) throws IOException {
        List<Pointer> completed = new ArrayList<>();
        try {
            completed.addAll(storage.completed(bug == StorageBug.DAMAGE_NOT_TOLD ? one -> {} : damaged));
        } catch (IOException e) {
            if (bug != StorageBug.TROUBLE_SKIPPED) {
                throw mistaken(e);
            }
        }
        if (bug == StorageBug.LISTED_BACKWARDS) {
            Collections.reverse(completed);
        } else if (bug == StorageBug.LISTED_TWICE && !completed.isEmpty()) {
            completed.add(completed.get(completed.size() - 1));
        }
        return completed;
    }

    @Override
    public void discard(long checkpoint) throws IOException {
        if (bug == StorageBug.DISCARDS_ONCE && !discarded.add(checkpoint)) {
            throw new IOException("It is gone already");
        }
        if (bug == StorageBug.DISCARDS_ALL) {
            for (Pointer pointer : storage.completed(damaged -> {})) {
                storage.discard(pointer.id());
            }
        }
        if (bug == StorageBug.DISCARD_TAKES_SHARED) {
            loseShared(checkpoint, checkpoint);
        }
        if (bug != StorageBug.DISCARD_IGNORED) {
            storage.discard(checkpoint);
        }
    }

    @Override
    public void collect(long recorded) throws IOException {
        List<Damaged> damaged = new ArrayList<>();
        switch (bug) {
            case COLLECTS_NOTHING -> {}
            case COLLECTS_WHAT_IS_NEEDED -> loseShared(1, recorded);
            case COLLECTS_UP_TO_THE_NEWEST -> {
                List<Pointer> all = storage.completed(damaged::add);
                storage.collect(all.isEmpty() ? 0 : all.get(all.size() - 1).id());
            }
            case COLLECTS_WITHOUT_THE_NEWEST -> storage.sweep(0);
            case COLLECTS_OF_DAMAGED -> {
                storage.completed(damaged::add);
                loseShared(1, damaged.isEmpty() ? 0 : recorded);
                storage.collect(recorded);
            }
            case COLLECTION_NOT_TOLD -> {
                try {
                    storage.collect(recorded);
                } catch (IOException ignored) {
                    return;
                }
            }
            default -> storage.collect(recorded);
        }
    }

    private void loseShared(long from, long to) {
        for (long id = from; id <= to; id++) {
            ((InMemoryCheckpointStorage) storage).loseShared(id);
        }
    }

    @Override
    public void sweep(long above) throws IOException {
        if (bug == StorageBug.SWEEP_TAKES_SHARED) {
            loseShared(above, above + MANY);
        }
        if (bug != StorageBug.SWEEP_IGNORED) {
            storage.sweep(bug == StorageBug.SWEEPS_ALL ? 0 : above);
        }
    }
}
