package io.github.foggara.connector.file.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file being written, buffered; errors name the file and the step. Task thread only. */
final class PartFile extends OutputStream {
    private static final int BUFFER = 64 << 10;

    private final Path path;
    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER);

    PartFile(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /** A new file; none may stand there. */
    static PartFile create(Path path) throws IOException {
        try {
            return new PartFile(path, FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
        } catch (NoSuchFileException e) {
            throw new IOException(
                    "Cannot create the part '" + path + "': its working directory is gone. The output was published or"
                            + " given up meanwhile, or somebody removed the directory.",
                    e);
        } catch (IOException e) {
            throw failed("create", path, e);
        }
    }

    @Override
    public void write(int b) throws IOException {
        if (!buffer.hasRemaining()) {
            drain();
        }
        buffer.put((byte) b);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        if (length > buffer.remaining()) {
            drain();
            if (length >= BUFFER) {
                writeChannel(ByteBuffer.wrap(bytes, offset, length));
                return;
            }
        }
        buffer.put(bytes, offset, length);
    }

    private void drain() throws IOException {
        buffer.flip();
        writeChannel(buffer);
        buffer.clear();
    }

    private void writeChannel(ByteBuffer bytes) throws IOException {
        try {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        } catch (IOException e) {
            throw failed("write", path, e);
        }
    }

    /** Does nothing: libraries flush and close more often than is good. See {@link #force}. */
    @Override
    public void flush() {}

    @Override
    public void close() {}

    /**
     * Everything written is on the disk afterwards.
     *
     * @return size of the file in bytes
     */
    long force() throws IOException {
        drain();
        try {
            channel.force(true);
            return channel.size();
        } catch (IOException e) {
            throw failed("sync", path, e);
        }
    }

    /** Closes the file, and removes it if it is not wanted. */
    void release(boolean delete) throws IOException {
        try {
            channel.close();
        } finally {
            if (delete) {
                Files.deleteIfExists(path);
            }
        }
    }

    private static IOException failed(String step, Path path, IOException cause) {
        if (cause instanceof ClosedByInterruptException) {
            return cause;
        }
        String reason =
                cause instanceof FileSystemException e && e.getReason() != null ? e.getReason() : cause.toString();
        return new IOException(
                "Cannot " + step + " the part '" + path + "': " + reason
                        + ". Check free space and permissions of the directory.",
                cause);
    }
}
