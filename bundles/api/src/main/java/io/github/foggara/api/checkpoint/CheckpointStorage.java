package io.github.foggara.api.checkpoint;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.function.Consumer;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Purpose: bytes to handles and back, for one run. Thread: io and task, thread-safe; everything may block. Nothing is visible before it is
 * whole and forced to disk.
 *
 * <p>A file belongs to one checkpoint and goes with it ({@link #writer}), or is shared and may be pointed at by several of the run
 * ({@link #shared}). Nobody counts who points at a shared file, so a snapshot keeps to this: of those it did not write itself it points only
 * at parts that
 *
 * <ul>
 *   <li>each snapshot that this attempt has acknowledged since they were written pointed at too, or
 *   <li>the checkpoint that the attempt was restored from points at, and each snapshot that the attempt has acknowledged.
 * </ul>
 *
 * What a snapshot has left out therefore never comes back. So whatever a checkpoint under way points at was written after the newest completed
 * one, or is pointed at by that: {@link #collect} needs to know no more.
 */
@ProviderType
public interface CheckpointStorage {
    /**
     * A place for one attempt's part of a checkpoint. A later attempt of the same subtask never writes into the same file.
     *
     * @param writer unique name of the attempt; letters, digits, dots and hyphens
     */
    Writer writer(long checkpoint, String writer) throws IOException;

    /**
     * As {@link #writer}, a place for one attempt, but later checkpoints of this run may point at its parts too.
     *
     * @param checkpoint the first that points at it
     */
    Writer shared(long checkpoint, String writer) throws IOException;

    /** Whether later checkpoints of this run may point at it: it is in place, or in a shared file of this run. Does not block. */
    boolean isShared(StateHandle handle);

    /**
     * Reads what a handle names, and checks length and checksum: the stream ends with an exception at the first block that does not fit.
     *
     * @throws DamagedCheckpointException if it is not there, is shorter, is not what was written, or leads out of the directory
     * @throws IOException if it cannot be read for now
     */
    InputStream read(StateHandle handle) throws IOException;

    /**
     * Makes the checkpoint complete and durable.
     *
     * @return what {@link #load} takes
     */
    CheckpointMetadata.Pointer complete(CheckpointMetadata metadata) throws IOException;

    /**
     * Reads the metadata of a completed checkpoint of this or another run. Untrusted: refused in words, never half.
     *
     * @param pointer a directory or file; relative ones below the run's
     * @throws DamagedCheckpointException if there is none, or it is not what was written: naming the file, what is wrong with it and what
     *     to do
     * @throws IOException if it cannot be read for now, or by this version: naming the file, the reason and what to do
     */
    CheckpointMetadata load(String pointer) throws IOException;

    /**
     * Completed checkpoints of this run whose metadata is whole, the oldest first.
     *
     * @param damaged told of each that is not, and is left out
     * @throws IOException if one cannot be read for now: it may be the newest, so the others are no answer
     */
    List<CheckpointMetadata.Pointer> completed(Consumer<Damaged> damaged) throws IOException;

    /**
     * Removes a checkpoint of this run, complete or not; savepoints and what belongs to others stay. Idempotent. Shared files it leaves to
     * {@link #collect} and {@link #sweep}, because it cannot know what is under way.
     */
    void discard(long checkpoint) throws IOException;

    /**
     * Removes shared files that nobody needs any more: those written for checkpoints up to that one at which no completed checkpoint of this
     * run points, be it a savepoint. Attempts may be writing meanwhile, and checkpoints be completed and discarded. None is removed if
     * a completed checkpoint cannot be read, or that one is not there: rather too many stay than too few.
     *
     * @param recorded the newest checkpoint of which it is recorded that it is complete; 0 if there is none
     * @throws IOException if something cannot be read or deleted for now; the next call makes up for it
     */
    void collect(long recorded) throws IOException;

    /**
     * Removes what is incomplete, and shared files at which no completed checkpoint points, when no attempt of this run is writing.
     *
     * @param above only checkpoints with an id from here on, and what was written for them
     */
    void sweep(long above) throws IOException;

    /**
     * A checkpoint that was complete and cannot be used.
     *
     * @param words naming the file and what is wrong with it
     */
    record Damaged(long id, String words) {}

    /** One file that is being written. One thread. */
    interface Writer extends AutoCloseable {
        /** Begins the next part; the previous one ends. The stream must not be closed. */
        OutputStream begin() throws IOException;

        /** Ends the current part. Small parts stay in the handle. */
        StateHandle end() throws IOException;

        /** Everything handed out by {@link #end} is on disk. */
        void force() throws IOException;

        /** Without {@link #force} before, nothing stays. Idempotent. */
        @Override
        void close();
    }
}
