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
    private static final int SLICE = 256 << 10;

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

    private static final class OpenFile implements File {
        private final FileChannel channel;
        /** Where the channel stands. */
        private long at;

        OpenFile(FileChannel channel) {
            this.channel = channel;
        }

        @Override
        public void write(ByteBuffer[] parts) throws IOException {
            int last = fitting(parts);
            int end = parts[last].limit();
            clip(parts, last);
            try {
                channel.write(parts, 0, last + 1);
            } finally {
                parts[last].limit(end);
            }
        }

        @Override
        public int read(ByteBuffer[] parts, long position) throws IOException {
            if (position != at) {
                channel.position(position);
                at = position;
            }
            int last = fitting(parts);
            int end = parts[last].limit();
            clip(parts, last);
            try {
                int count = (int) channel.read(parts, 0, last + 1);
                at += Math.max(0, count);
                return count;
            } finally {
                parts[last].limit(end);
            }
        }

        /** Index of the last one that is transferred, in part maybe. */
        private static int fitting(ByteBuffer[] parts) {
            int sum = parts[0].remaining();
            int last = 0;
            while (sum < SLICE && last + 1 < parts.length) {
                last++;
                sum += parts[last].remaining();
            }
            return last;
        }

        private static void clip(ByteBuffer[] parts, int last) {
            int before = 0;
            for (int i = 0; i < last; i++) {
                before += parts[i].remaining();
            }
            int count = Math.min(parts[last].remaining(), SLICE - before);
            parts[last].limit(parts[last].position() + count);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
