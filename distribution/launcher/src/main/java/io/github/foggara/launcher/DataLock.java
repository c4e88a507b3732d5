package io.github.foggara.launcher;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * Exclusive right to one data directory. Held by the operating system for the life of the process, so a killed container
 * leaves nothing behind that would have to be cleaned up.
 */
final class DataLock implements AutoCloseable {
    private static final int LONGEST_PID = 20;
    private final FileChannel channel;

    private DataLock(FileChannel channel) {
        this.channel = channel;
    }

    /** Takes the lock or refuses at once, naming the process that has it. */
    static DataLock acquire(Path data) throws LauncherException {
        Path file = data.resolve("lock");
        try {
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            FileLock lock = tryLock(channel);
            if (lock == null) {
                channel.close();
                throw refusal(data, owner(file));
            }
            channel.truncate(0);
            String pid = Long.toString(ProcessHandle.current().pid());
            channel.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.US_ASCII)), 0);
            return new DataLock(channel);
        } catch (IOException e) {
            throw cannotWrite(file, e);
        }
    }

    private static FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    /**
     * Blocks until no other {@code start} is at work on this directory; closing the channel lets the next one go on. So none
     * of them meets what another has half done.
     */
    static FileChannel turnToStart(Path data) throws LauncherException {
        Path file = data.resolve("start.lock");
        try {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            channel.lock();
            return channel;
        } catch (IOException e) {
            throw cannotWrite(file, e);
        }
    }

    /**
     * What to tell who came second.
     *
     * @param owner the process that came first, empty if it is not known
     */
    static LauncherException refusal(Path data, Optional<String> owner) {
        return new LauncherException(
                ExitCode.ALREADY_RUNNING,
                "another container" + owner.map(pid -> " (process " + pid + ")").orElse("") + " holds " + data
                        + " already. Stop it with 'foggara stop', or set FOGGARA_DATA to a directory of its own.");
    }

    private static LauncherException cannotWrite(Path file, IOException e) {
        return new LauncherException(
                ExitCode.FAILED,
                "cannot write " + file + ": " + e
                        + ". Make the directory writable for this user, or set FOGGARA_DATA to another one.",
                e);
    }

    private static Optional<String> owner(Path file) {
        try {
            if (Files.size(file) > LONGEST_PID) {
                return Optional.empty();
            }
            String pid = Files.readString(file, StandardCharsets.US_ASCII).strip();
            return pid.chars().allMatch(Character::isDigit) && !pid.isEmpty() ? Optional.of(pid) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException ignored) {
            // the end of the process releases it
        }
    }
}
