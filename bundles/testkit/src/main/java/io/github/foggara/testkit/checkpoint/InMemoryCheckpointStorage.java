package io.github.foggara.testkit.checkpoint;

import io.github.foggara.api.checkpoint.CheckpointMetadata;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Kind;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Pointer;
import io.github.foggara.api.checkpoint.CheckpointStorage;
import io.github.foggara.api.checkpoint.DamagedCheckpointException;
import io.github.foggara.api.checkpoint.StateHandle;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/** The reference of {@code CheckpointStorage}: parts are byte arrays by name. Thread-safe. */
final class InMemoryCheckpointStorage implements CheckpointStorage {
    /** A complete checkpoint. */
    private record Whole(CheckpointMetadata metadata, Pointer pointer) {}

    private static final int SMALL = 1024;
    private static final String SHARED = "/shared/";

    private final Collection<InMemoryCheckpointStorage> all;
    private final String place;
    private final TreeMap<Long, Map<String, byte[]>> parts = new TreeMap<>();
    /** By the checkpoint they were written for. */
    private final TreeMap<Long, Map<String, byte[]>> shared = new TreeMap<>();

    private final TreeMap<Long, Whole> complete = new TreeMap<>();
    private final Set<Long> damaged = new TreeSet<>();
    private boolean troubled;

    /**
     * @param place begins all names
     * @param all storages of all runs, live
     */
    InMemoryCheckpointStorage(String place, Collection<InMemoryCheckpointStorage> all) {
        this.place = place;
        this.all = all;
    }

    @Override
    public Writer writer(long checkpoint, String writer) {
        return new MemoryWriter(parts, checkpoint, place + "/" + checkpoint + "/" + plain(writer));
    }

    @Override
    public Writer shared(long checkpoint, String writer) {
        return new MemoryWriter(shared, checkpoint, place + SHARED + checkpoint + "." + plain(writer));
    }

    private static String plain(String writer) {
        if (!writer.matches("[A-Za-z0-9.-]+")) {
            throw new IllegalArgumentException("'" + writer + "' is no name for a writer");
        }
        return writer;
    }

    @Override
    public boolean isShared(StateHandle handle) {
        return !(handle instanceof StateHandle.InFile part) || part.file().startsWith(place + SHARED);
    }

    /** The metadata of a checkpoint is not what was written any more. */
    synchronized void damage(long checkpoint) {
        damaged.add(checkpoint);
    }

    /** A checkpoint loses its metadata. */
    synchronized void lose(long checkpoint) {
        complete.remove(checkpoint);
    }

    /** The parts of a checkpoint are not what was written any more. */
    synchronized void damageParts(long checkpoint) {
        flip(parts.get(checkpoint));
    }

    /** The shared files that were written for a checkpoint are not what was written any more. */
    synchronized void damageShared(long checkpoint) {
        flip(shared.get(checkpoint));
    }

    private static void flip(Map<String, byte[]> files) {
        files.values().forEach(bytes -> bytes[bytes.length / 2] ^= 1);
    }

    /** A checkpoint loses its parts. */
    synchronized void loseParts(long checkpoint) {
        parts.remove(checkpoint);
    }

    /** A checkpoint loses the shared files that were written for it. */
    synchronized void loseShared(long checkpoint) {
        shared.remove(checkpoint);
    }

    /** Whether nothing can be read now. */
    synchronized void troubled(boolean now) {
        troubled = now;
    }

    synchronized boolean holds(Pointer checkpoint) {
        Whole whole = complete.get(checkpoint.id());
        return whole != null && whole.pointer().equals(checkpoint);
    }

    private synchronized void requireNoTrouble() throws IOException {
        if (troubled) {
            throw new IOException("The memory cannot be read now");
        }
    }

    @Override
    public InputStream read(StateHandle handle) throws IOException {
        requireNoTrouble();
        if (handle instanceof StateHandle.Inline inline) {
            return new ByteArrayInputStream(inline.bytes());
        }
        StateHandle.InFile part = (StateHandle.InFile) handle;
        for (InMemoryCheckpointStorage storage : all) {
            byte[] file = storage.file(part.file());
            if (file != null && part.offset() >= 0 && part.offset() + part.length() <= file.length) {
                CRC32C crc = new CRC32C();
                crc.update(file, (int) part.offset(), (int) part.length());
                if ((int) crc.getValue() == part.crc32c()) {
                    return new ByteArrayInputStream(file, (int) part.offset(), (int) part.length());
                }
            }
        }
        throw new DamagedCheckpointException("There is no such part as " + part);
    }

    private synchronized byte[] file(String name) {
        return Stream.concat(parts.values().stream(), shared.values().stream())
                .map(files -> files.get(name))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    @Override
    public synchronized Pointer complete(CheckpointMetadata metadata) {
        Pointer pointer =
                new Pointer(metadata.id(), metadata.timestampMillis(), metadata.kind(), place + "/" + metadata.id(), 0);
        complete.put(metadata.id(), new Whole(metadata, pointer));
        return pointer;
    }

    @Override
    public CheckpointMetadata load(String pointer) throws IOException {
        requireNoTrouble();
        for (InMemoryCheckpointStorage storage : all) {
            for (Whole whole : storage.wholes()) {
                if (whole.pointer().pointer().equals(pointer)) {
                    storage.requireSound(whole.metadata().id());
                    return whole.metadata();
                }
            }
        }
        throw new DamagedCheckpointException("There is no checkpoint at " + pointer);
    }

    private synchronized void requireSound(long checkpoint) throws IOException {
        if (damaged.contains(checkpoint)) {
            throw new DamagedCheckpointException("Checkpoint " + checkpoint + " is damaged");
        }
    }

    private synchronized List<Whole> wholes() {
        return List.copyOf(complete.values());
    }

    @Override
    public synchronized List<Pointer> completed(Consumer<Damaged> damages) throws IOException {
        requireNoTrouble();
        damaged.forEach(id -> damages.accept(new Damaged(id, "Checkpoint " + id + " is damaged")));
        return complete.values().stream()
                .map(Whole::pointer)
                .filter(pointer -> !damaged.contains(pointer.id()))
                .toList();
    }

    @Override
    public synchronized void discard(long checkpoint) {
        Whole whole = complete.get(checkpoint);
        if (whole == null || whole.metadata().kind() != Kind.SAVEPOINT) {
            complete.remove(checkpoint);
            damaged.remove(checkpoint);
            parts.remove(checkpoint);
        }
    }

    @Override
    public synchronized void collect(long recorded) throws IOException {
        requireNoTrouble();
        if (complete.containsKey(recorded)) {
            removeUnneeded(shared.headMap(recorded, true));
        }
    }

    @Override
    public synchronized void sweep(long above) {
        parts.tailMap(above, true).keySet().removeIf(id -> !complete.containsKey(id));
        removeUnneeded(shared.tailMap(above, true));
    }

    private void removeUnneeded(Map<Long, Map<String, byte[]>> some) {
        if (damaged.isEmpty()) {
            Set<String> needed = complete.values().stream()
                    .flatMap(whole -> whole.metadata().handles().stream())
                    .filter(StateHandle.InFile.class::isInstance)
                    .map(handle -> ((StateHandle.InFile) handle).file())
                    .collect(Collectors.toSet());
            some.values().forEach(files -> files.keySet().retainAll(needed));
        }
    }

    private synchronized void put(
            TreeMap<Long, Map<String, byte[]>> place, long checkpoint, String file, byte[] bytes) {
        place.computeIfAbsent(checkpoint, id -> new HashMap<>()).put(file, bytes);
    }

    /** Collects what appears with {@link #force}. One thread. */
    private final class MemoryWriter implements Writer {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final TreeMap<Long, Map<String, byte[]>> files;
        private final long checkpoint;
        private final String file;
        private final List<ByteArrayOutputStream> open = new ArrayList<>();

        MemoryWriter(TreeMap<Long, Map<String, byte[]>> files, long checkpoint, String file) {
            this.files = files;
            this.checkpoint = checkpoint;
            this.file = file;
        }

        @Override
        public OutputStream begin() {
            ByteArrayOutputStream part = new ByteArrayOutputStream();
            open.add(part);
            return part;
        }

        @Override
        public StateHandle end() {
            byte[] part = open.remove(0).toByteArray();
            if (part.length <= SMALL) {
                return new StateHandle.Inline(part);
            }
            CRC32C crc = new CRC32C();
            crc.update(part);
            int offset = bytes.size();
            bytes.writeBytes(part);
            return new StateHandle.InFile(file, offset, part.length, (int) crc.getValue());
        }

        @Override
        public void force() {
            put(files, checkpoint, file, bytes.toByteArray());
        }

        @Override
        public void close() {
            open.clear();
        }
    }
}
