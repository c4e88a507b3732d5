package io.github.foggara.sorter.spill;

import io.github.foggara.testkit.disk.SimulatedDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Disks in memory, one under each root, that can be full, fail once, and write and read less than asked. Thread-safe. */
final class SimulatedSpillDisk implements SpillDisk {
    private static final int SHORT = 7;

    final SimulatedDisk disk = new SimulatedDisk(1, null);
    private final Map<Path, Long> free = new HashMap<>();
    private final Set<Path> readOnly = new HashSet<>();
    private final Set<Handle> handles = new HashSet<>();
    private final List<Path> swept = new ArrayList<>();
    private int directories;
    private long operations;
    private long failAt;
    private long failures;
    private boolean shortly;
    private Runnable beforeRead = () -> {};

    // ---- what happens to it

    /** From now on the root takes so many bytes more. */
    synchronized void free(Path root, long bytes) {
        free.put(root, bytes);
    }

    /** Nothing can be made in it, from now on. */
    synchronized void readOnly(Path root, boolean is) {
        if (is) {
            readOnly.add(root);
        } else {
            readOnly.remove(root);
        }
    }

    /** The n-th operation from now on fails, and no other. */
    synchronized void failAt(long n) {
        failAt = operations + n;
        failures = 0;
    }

    synchronized void heal() {
        failAt = 0;
    }

    /** Whether the operation of {@link #failAt} was reached. */
    synchronized boolean failed() {
        return failures > 0;
    }

    synchronized long operations() {
        return operations;
    }

    /** Writes and reads only some bytes at a time. */
    synchronized void shortly() {
        shortly = true;
    }

    void beforeRead(Runnable action) {
        beforeRead = action;
    }

    synchronized int openHandles() {
        return handles.size();
    }

    synchronized List<Path> swept() {
        return List.copyOf(swept);
    }

    /** All files in directories in use. */
    List<Path> files(Path root) throws IOException {
        List<Path> files = new ArrayList<>();
        for (String directory : disk.list(root)) {
            for (String name : disk.list(root.resolve(directory))) {
                files.add(root.resolve(directory).resolve(name));
            }
        }
        return files;
    }

    // ---- operations

    @Override
    public synchronized Held hold(Path root) throws IOException {
        step();
        if (readOnly.contains(root)) {
            throw new FileSystemException(root.toString(), null, "Read-only file system");
        }
        Path directory = root.resolve("held-" + directories++);
        disk.createDirectories(directory);
        return new Held() {
            @Override
            public Path directory() {
                return directory;
            }

            @Override
            public void close() throws IOException {
                disk.delete(directory);
            }
        };
    }

    @Override
    public synchronized void sweep(Path root) {
        swept.add(root);
    }

    @Override
    public synchronized File create(Path file) throws IOException {
        step();
        disk.create(file);
        return opened(new Handle(file));
    }

    @Override
    public synchronized File open(Path file) throws IOException {
        step();
        disk.size(file);
        return opened(new Handle(file));
    }

    private File opened(Handle handle) {
        handles.add(handle);
        return handle;
    }

    @Override
    public synchronized void delete(Path file) throws IOException {
        disk.delete(file);
    }

    @Override
    public synchronized long freeBytes(Path directory) throws IOException {
        Long known = free.get(directory);
        if (known == null) {
            throw new NoSuchFileException(directory.toString());
        }
        return known;
    }

    private void step() throws IOException {
        operations++;
        if (operations == failAt) {
            failures++;
            throw new IOException("planted failure of operation " + operations);
        }
    }

    private synchronized void write(Path file, ByteBuffer[] parts) throws IOException {
        int wanted = 0;
        for (ByteBuffer part : parts) {
            wanted += part.remaining();
        }
        wanted = shortly ? Math.min(SHORT, wanted) : wanted;
        Path root = file.getParent().getParent();
        long room = free.getOrDefault(root, Long.MAX_VALUE);
        boolean fails = operations + 1 == failAt;
        int count = fails ? wanted / 2 : (int) Math.min(wanted, room);
        int left = count;
        for (ByteBuffer part : parts) {
            int some = Math.min(left, part.remaining());
            disk.append(file, part.slice().limit(some));
            part.position(part.position() + some);
            left -= some;
        }
        free.computeIfPresent(root, (path, before) -> before - count);
        step();
        if (count < wanted) {
            throw new IOException("No space left on device");
        }
    }

    private synchronized int read(Path file, ByteBuffer[] parts, long position) throws IOException {
        step();
        int total = 0;
        for (ByteBuffer part : parts) {
            int end = part.limit();
            part.limit(shortly ? Math.min(end, part.position() + SHORT) : end);
            int wanted = part.remaining();
            int count = wanted == 0 ? 0 : disk.read(file, position + total, part);
            part.limit(end);
            if (count < 0 && total == 0) {
                return -1;
            }
            total += Math.max(0, count);
            if (count < wanted || part.hasRemaining()) {
                return total;
            }
        }
        return total;
    }

    /** Two are never equal. */
    private final class Handle implements File {
        private final Path file;
        private volatile boolean closed;

        Handle(Path file) {
            this.file = file;
        }

        @Override
        public void write(ByteBuffer[] parts) throws IOException {
            checkOpen();
            SimulatedSpillDisk.this.write(file, parts);
        }

        @Override
        public int read(ByteBuffer[] parts, long position) throws IOException {
            beforeRead.run();
            checkOpen();
            return SimulatedSpillDisk.this.read(file, parts, position);
        }

        private void checkOpen() throws IOException {
            if (closed) {
                throw new ClosedChannelException();
            }
        }

        @Override
        public void close() {
            closed = true;
            synchronized (SimulatedSpillDisk.this) {
                handles.remove(this);
            }
        }
    }
}
