package io.github.foggara.testkit.checkpoint;

import io.github.foggara.api.checkpoint.CheckpointMetadata;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Kind;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Pointer;
import io.github.foggara.api.checkpoint.CheckpointStorage;
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
import java.util.TreeMap;
import java.util.zip.CRC32C;

/** The reference of {@code CheckpointStorage}: parts are byte arrays by name. Thread-safe. */
final class InMemoryCheckpointStorage implements CheckpointStorage {
    /** A complete checkpoint. */
    private record Whole(CheckpointMetadata metadata, Pointer pointer) {}

    private static final int SMALL = 1024;

    private final Collection<InMemoryCheckpointStorage> all;
    private final String place;
    private final TreeMap<Long, Map<String, byte[]>> parts = new TreeMap<>();
    private final TreeMap<Long, Whole> complete = new TreeMap<>();

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
        if (!writer.matches("[A-Za-z0-9.-]+")) {
            throw new IllegalArgumentException("'" + writer + "' is no name for a writer");
        }
        return new MemoryWriter(checkpoint, writer);
    }

    @Override
    public InputStream read(StateHandle handle) throws IOException {
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
        throw new IOException("There is no such part as " + part);
    }

    private synchronized byte[] file(String name) {
        return parts.values().stream()
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
        for (InMemoryCheckpointStorage storage : all) {
            for (Whole whole : storage.wholes()) {
                if (whole.pointer().pointer().equals(pointer)) {
                    return whole.metadata();
                }
            }
        }
        throw new IOException("There is no checkpoint at " + pointer);
    }

    private synchronized List<Whole> wholes() {
        return List.copyOf(complete.values());
    }

    @Override
    public synchronized List<Pointer> completed() {
        return complete.values().stream().map(Whole::pointer).toList();
    }

    @Override
    public synchronized void discard(long checkpoint) {
        Whole whole = complete.get(checkpoint);
        if (whole == null || whole.metadata().kind() != Kind.SAVEPOINT) {
            complete.remove(checkpoint);
            parts.remove(checkpoint);
        }
    }

    @Override
    public synchronized void sweep(long above) {
        parts.tailMap(above, true).keySet().removeIf(id -> !complete.containsKey(id));
    }

    private synchronized void put(long checkpoint, String file, byte[] bytes) {
        parts.computeIfAbsent(checkpoint, id -> new HashMap<>()).put(file, bytes);
    }

    /** Collects what appears with {@link #force}. One thread. */
    private final class MemoryWriter implements Writer {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final long checkpoint;
        private final String file;
        private final List<ByteArrayOutputStream> open = new ArrayList<>();

        MemoryWriter(long checkpoint, String name) {
            this.checkpoint = checkpoint;
            this.file = place + "/" + checkpoint + "/" + name;
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
            put(checkpoint, file, bytes.toByteArray());
        }

        @Override
        public void close() {
            open.clear();
        }
    }
}
