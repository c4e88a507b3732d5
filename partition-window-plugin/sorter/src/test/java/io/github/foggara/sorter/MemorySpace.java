package io.github.foggara.sorter;

import io.github.foggara.sorter.spill.BlockReader;
import io.github.foggara.sorter.spill.BlockWriter;
import io.github.foggara.sorter.spill.SpillFile;
import io.github.foggara.sorter.spill.SpillSpace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Files in memory. Counts what happens to them, can fail at any of it, and knows what was left open or behind. */
final class MemorySpace implements SpillSpace {
    final Set<MemoryFile> present = new HashSet<>();
    int operations;
    /** The operation that fails, from 1; 0: none. */
    int failing;
    /** Happens in that operation, which does not fail then. */
    Runnable meanwhile;

    int created;
    int open;
    int mostReaders;
    private int readers;
    long written;

    private synchronized void operation(String name) throws IOException {
        if (++operations != failing) {
            return;
        }
        if (meanwhile != null) {
            meanwhile.run();
        } else {
            throw new IOException("planted at operation " + operations + ", " + name);
        }
    }

    @Override
    public synchronized SpillFile create(String purpose) throws IOException {
        operation("create");
        created++;
        MemoryFile file = new MemoryFile();
        present.add(file);
        return file;
    }

    synchronized int files() {
        return present.size();
    }

    private synchronized void opened(int count, int reading) {
        open += count;
        readers += reading;
        mostReaders = Math.max(mostReaders, readers);
    }

    private record Block(byte[] bytes, int records, long firstPrefix) {}

    private final class MemoryFile implements SpillFile {
        private final List<Block> blocks = new ArrayList<>();
        private boolean begun;
        private boolean finished;

        @Override
        public BlockWriter write() throws IOException {
            operation("write");
            if (begun) {
                throw new IllegalStateException("written twice");
            }
            begun = true;
            return new Writer(this);
        }

        @Override
        public BlockReader read(long fromBlock) throws IOException {
            operation("read");
            synchronized (MemorySpace.this) {
                if (!finished || !present.contains(this)) {
                    throw new IOException("The file is " + (finished ? "gone." : "incomplete."));
                }
            }
            return new Reader(this, (int) fromBlock);
        }

        @Override
        public long bytes() {
            return blocks.stream().mapToLong(block -> block.bytes.length).sum();
        }

        @Override
        public long blocks() {
            return blocks.size();
        }

        @Override
        public void delete() {
            synchronized (MemorySpace.this) {
                present.remove(this);
            }
        }
    }

    private final class Writer implements BlockWriter {
        private final MemoryFile file;
        private boolean closed;

        Writer(MemoryFile file) {
            this.file = file;
            opened(1, 0);
        }

        @Override
        public void append(byte[] bytes, int offset, int length, int records, long firstPrefix) throws IOException {
            operation("append");
            if (length <= 0) {
                throw new IllegalArgumentException("an empty block");
            }
            byte[] copy = new byte[length];
            System.arraycopy(bytes, offset, copy, 0, length);
            file.blocks.add(new Block(copy, records, firstPrefix));
            written += length;
        }

        @Override
        public long finish() throws IOException {
            operation("finish");
            file.finished = true;
            return file.bytes();
        }

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                opened(-1, 0);
            }
        }
    }

    private final class Reader implements BlockReader {
        private final MemoryFile file;
        private int next;
        private boolean closed;

        Reader(MemoryFile file, int from) {
            this.file = file;
            this.next = from;
            opened(1, 1);
        }

        @Override
        public int next(byte[] target, int offset) throws IOException {
            operation("next");
            if (closed) {
                throw new IOException("The reader is closed.");
            }
            if (next == file.blocks.size()) {
                return -1;
            }
            byte[] bytes = file.blocks.get(next++).bytes;
            System.arraycopy(bytes, 0, target, offset, bytes.length);
            return bytes.length;
        }

        @Override
        public int records() {
            return file.blocks.get(next - 1).records;
        }

        @Override
        public long firstPrefix() {
            return file.blocks.get(next - 1).firstPrefix;
        }

        @Override
        public synchronized void close() {
            if (!closed) {
                closed = true;
                opened(-1, -1);
            }
        }
    }
}
