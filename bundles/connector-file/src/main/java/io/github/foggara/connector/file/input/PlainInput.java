package io.github.foggara.connector.file.input;

import io.github.foggara.api.job.InputChangedException;
import io.github.foggara.connector.file.FileSplit;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** An uncompressed file, never read beyond the size it had when the job started. */
final class PlainInput implements SplitInput {
    private final FileSplit split;
    private final Path path;
    private final SeekableByteChannel channel;
    private long position;

    PlainInput(FileSplit split, long position) throws IOException {
        this.split = split;
        this.path = Path.of(split.path());
        this.position = position;
        verifyUnchanged();
        this.channel = open();
        try {
            channel.position(position);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private SeekableByteChannel open() throws IOException {
        try {
            return Files.newByteChannel(path);
        } catch (NoSuchFileException e) {
            // It may come back as it was.
            throw new IOException(changed("it was removed"));
        } catch (IOException e) {
            throw new IOException("Cannot open the input file '" + path + "': " + e, e);
        }
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        long left = split.fileSize() - position;
        if (left <= 0) {
            return -1;
        }
        int count = readChannel(ByteBuffer.wrap(target, offset, (int) Math.min(length, left)));
        if (count < 0) {
            throw new InputChangedException(
                    changed("it ended at byte " + position + " instead of " + split.fileSize()));
        }
        position += count;
        return count;
    }

    private int readChannel(ByteBuffer target) throws IOException {
        try {
            return channel.read(target);
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (IOException e) {
            throw new IOException("Cannot read '" + path + "' at byte " + position + ": " + e.getMessage(), e);
        }
    }

    @Override
    public long filePosition() {
        return position;
    }

    @Override
    public void verifyUnchanged() throws IOException {
        BasicFileAttributes now;
        try {
            now = Files.readAttributes(path, BasicFileAttributes.class);
        } catch (NoSuchFileException e) {
            // It may come back as it was.
            throw new IOException(changed("it was removed"));
        }
        if (now.size() != split.fileSize()) {
            throw new InputChangedException(changed("it had " + split.fileSize() + " bytes and now has " + now.size()));
        }
        if (now.lastModifiedTime().toMillis() != split.modified()) {
            throw new InputChangedException(changed("it was written to"));
        }
    }

    private String changed(String how) {
        return "The input file '" + path + "' changed while the job read it: " + how
                + ". Start the job again (job:start NAME) when nobody writes to its files.";
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
