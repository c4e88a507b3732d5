package io.github.foggara.kernel.ha;

import io.github.foggara.api.ha.LeaderElection;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Leadership by an exclusive lock on {@code DIRECTORY/leader.lock}, epochs from {@code DIRECTORY/epoch}. The system frees the lock when
 * the process ends, however it ends. Thread-safe; {@link #acquire} and {@link #nextEpoch} block on the disk.
 */
public final class FileLeaderElection implements LeaderElection {
    private static final String LOCK_FILE = "leader.lock";

    private final Path directory;
    private final EpochFile epochs;
    private final FileChannel channel;
    private final FileLock lock;
    /** The highest that was granted. Guarded by this. */
    private long granted;
    /** The last that was written, or may have been if that failed. Guarded by this. */
    private long attempted;

    private FileLeaderElection(Path directory, FileChannel channel, FileLock lock) throws IOException {
        this.directory = directory;
        this.channel = channel;
        this.lock = lock;
        this.epochs = new EpochFile(directory);
        this.granted = epochs.read();
        this.attempted = granted;
    }

    /**
     * Takes leadership.
     *
     * @param directory is made if it is not there
     * @throws IOException if another process or another holder in this one has it, or the epoch file is damaged; says what to do
     */
    public static FileLeaderElection acquire(Path directory) throws IOException {
        Files.createDirectories(directory);
        FileChannel channel =
                FileChannel.open(directory.resolve(LOCK_FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLeaderElection election = null;
        try {
            FileLock lock = tryLock(channel);
            if (lock == null) {
                throw new IOException("Another holder leads in " + directory + ": " + LOCK_FILE
                        + " there is locked. Stop that container, or give this one another data directory");
            }
            election = new FileLeaderElection(directory, channel, lock);
            return election;
        } finally {
            if (election == null) {
                channel.close();
            }
        }
    }

    private static FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    @Override
    public synchronized long nextEpoch() throws IOException {
        if (!leader()) {
            throw new IOException("Leadership in " + directory + " was given up; no epoch is granted");
        }
        long stored = epochs.read();
        if (stored != granted && stored != attempted) {
            throw new IOException(
                    "The epoch file in " + directory + " says " + stored + " where " + granted
                            + " was granted last: somebody else has written it. Stop whoever shares the directory, then restart");
        }
        attempted = stored + 1;
        epochs.write(attempted);
        granted = attempted;
        return granted;
    }

    @Override
    public boolean leader() {
        return lock.isValid();
    }

    @Override
    public synchronized void close() {
        try {
            channel.close();
        } catch (IOException ignored) {
            // The lock ends with the channel, and at the latest with the process.
            return;
        }
    }
}
