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
                throw new LauncherException(ExitCode.ALREADY_RUNNING, refusal(data, file));
            }
            channel.truncate(0);
            String pid = Long.toString(ProcessHandle.current().pid());
            channel.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.US_ASCII)), 0);
            return new DataLock(channel);
        } catch (IOException e) {
            throw new LauncherException(
                    ExitCode.FAILED,
                    "cannot write " + file + ": " + e
                            + ". Make the directory writable for this user, or set FOGGARA_DATA to another one.",
                    e);
        }
    }

    private static FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    private static String refusal(Path data, Path file) {
        return "another container runs on " + data + owner(file)
                + ". Stop it with 'foggara stop', or set FOGGARA_DATA to a directory of its own.";
    }

    private static String owner(Path file) {
        try {
            if (Files.size(file) > LONGEST_PID) {
                return "";
            }
            String pid = Files.readString(file, StandardCharsets.US_ASCII).strip();
            return pid.chars().allMatch(Character::isDigit) && !pid.isEmpty() ? " (process " + pid + ")" : "";
        } catch (IOException e) {
            return "";
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
