package io.github.foggara.kernel.ha;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Small files that are there as a whole, in their old or their new version, whatever stops the process. Blocks on the disk. */
public final class DurableFiles {
    private DurableFiles() {}

    /**
     * Written beside, forced, renamed, the directory forced. If that fails, nothing is left beside it. One thread at a time for each file; its
     * directory exists.
     */
    public static void replace(Path file, ByteBuffer bytes) throws IOException {
        Path temporary = file.resolveSibling(file.getFileName() + ".tmp");
        try {
            write(temporary, bytes);
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException | RuntimeException | Error e) {
            try {
                Files.deleteIfExists(temporary);
            } catch (IOException left) {
                e.addSuppressed(left);
            }
            throw e;
        }
        forceDirectory(file.getParent());
    }

    private static void write(Path file, ByteBuffer bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
    }

    /** Makes a rename durable; systems that cannot open a directory do it by themselves. */
    public static void forceDirectory(Path directory) throws IOException {
        FileChannel channel;
        try {
            channel = FileChannel.open(directory, StandardOpenOption.READ);
        } catch (IOException ignored) {
            return;
        }
        try (channel) {
            channel.force(true);
        }
    }
}
