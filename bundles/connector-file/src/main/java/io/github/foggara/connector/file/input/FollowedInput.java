package io.github.foggara.connector.file.input;

import io.github.foggara.connector.file.FileMark;
import io.github.foggara.connector.file.FileSplit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A file that grows, as far as it was whole lines when the split was made. It is found by its mark: under the name that it had then, or under
 * another one in the same directory, as the rotation of logs gives. Once it is open, neither a new name nor its deletion matters.
 */
final class FollowedInput implements SplitInput {
    /** A file may get another name while its directory is listed. */
    private static final int LOOKS = 3;

    private final FileSplit split;
    private final Path path;
    private final SeekableByteChannel channel;
    private long position;

    /** @throws LostContentException if the file is not there, or not what it was */
    FollowedInput(FileSplit split, long position) throws IOException {
        this.split = split;
        this.position = position;
        Found found = find();
        this.path = found.path();
        this.channel = found.channel();
        try {
            channel.position(position);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private record Found(Path path, SeekableByteChannel channel) {}

    private Found find() throws IOException {
        Path named = Path.of(split.path());
        for (int look = 0; look < LOOKS; look++) {
            SeekableByteChannel opened = openIfIt(named);
            if (opened != null) {
                return new Found(named, opened);
            }
            for (Path other : siblings(named)) {
                opened = openIfIt(other);
                if (opened != null) {
                    return new Found(other, opened);
                }
            }
        }
        throw lost("it is not there any more under any name in '" + named.getParent()
                + "', or was truncated or overwritten");
    }

    private static List<Path> siblings(Path named) throws IOException {
        try (Stream<Path> entries = Files.list(named.getParent())) {
            return entries.filter(path -> !path.equals(named)).sorted().toList();
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Null if it is another file. The device is not compared: its number may be another one since the machine was started. */
    private SeekableByteChannel openIfIt(Path candidate) throws IOException {
        FileMark mark = split.mark();
        Optional<FileSight> sight = FileSight.of(candidate);
        if (sight.filter(seen -> seen.node().equals(mark.node())).isEmpty()) {
            return null;
        }
        SeekableByteChannel opened;
        try {
            opened = Files.newByteChannel(candidate);
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            throw new IOException("Cannot open the input file '" + candidate + "': " + e, e);
        }
        boolean taken = false;
        try {
            taken = opened.size() >= split.fileSize() && FileSight.begins(opened, mark);
        } finally {
            if (!taken) {
                opened.close();
            }
        }
        return taken ? opened : null;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        long left = split.fileSize() - position;
        if (left <= 0) {
            return -1;
        }
        int count;
        try {
            count = channel.read(ByteBuffer.wrap(target, offset, (int) Math.min(length, left)));
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (IOException e) {
            throw new IOException("Cannot read '" + path + "' at byte " + position + ": " + e.getMessage(), e);
        }
        if (count < 0) {
            throw lost("it was truncated to " + channel.size() + " bytes");
        }
        position += count;
        return count;
    }

    @Override
    public long filePosition() {
        return position;
    }

    @Override
    public void verifyUnchanged() throws IOException {
        if (channel.size() < split.fileSize()) {
            throw lost("it was truncated to " + channel.size() + " bytes");
        }
        if (!FileSight.begins(channel, split.mark())) {
            throw lost("it was overwritten");
        }
        channel.position(position);
    }

    private LostContentException lost(String how) {
        return new LostContentException(
                "Lines of the followed file '" + split.path() + "' are lost, at most those from byte "
                        + split.start() + " to " + split.end() + ": " + how
                        + ". Rotate logs by renaming them within their directory, and keep them until they are read; or go on"
                        + " without such lines with onLost(OnLost.SKIP) at the source.");
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
