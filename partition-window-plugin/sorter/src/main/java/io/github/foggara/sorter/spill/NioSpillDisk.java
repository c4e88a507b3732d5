package io.github.foggara.sorter.spill;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The disks of this machine. */
final class NioSpillDisk implements SpillDisk {
    /** The JDK keeps a direct buffer per thread, as large as the largest transfer from or to the heap. */
    private static final int SLICE = 64 << 10;

    @Override
    public Held hold(Path root) throws IOException {
        return HeldDirectory.make(root);
    }

    @Override
    public void sweep(Path root) {
        new DeadDirectories(root).sweep();
    }

    @Override
    public File create(Path file) throws IOException {
        return new OpenFile(FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
    }

    @Override
    public File open(Path file) throws IOException {
        return new OpenFile(FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
    }

    @Override
    public void delete(Path file) throws IOException {
        Files.deleteIfExists(file);
    }

    @Override
    public long freeBytes(Path directory) throws IOException {
        return Files.getFileStore(directory).getUsableSpace();
    }

    /** In slices. */
    private record OpenFile(FileChannel channel) implements File {
        @Override
        public void write(ByteBuffer bytes) throws IOException {
            int end = bytes.limit();
            bytes.limit(Math.min(end, bytes.position() + SLICE));
            try {
                channel.write(bytes);
            } finally {
                bytes.limit(end);
            }
        }

        @Override
        public int read(ByteBuffer into, long position) throws IOException {
            int end = into.limit();
            into.limit(Math.min(end, into.position() + SLICE));
            try {
                return channel.read(into, position);
            } finally {
                into.limit(end);
            }
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
