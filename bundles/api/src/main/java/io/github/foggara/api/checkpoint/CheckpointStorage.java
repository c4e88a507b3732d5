package io.github.foggara.api.checkpoint;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Purpose: bytes to handles and back, for one run. Thread: io and task, thread-safe; everything may block. Nothing is visible before it is
 * whole and forced to disk.
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
     * Reads what a handle names, and checks length and checksum: the stream ends with an exception at the first block that does not fit.
     *
     * @throws IOException if it is not there, is shorter, or leads out of the directory
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
     * @throws IOException naming the file, what is wrong with it and what to do
     */
    CheckpointMetadata load(String pointer) throws IOException;

    /** Completed checkpoints of this run that can be read, the oldest first. Damaged ones are named in the log and left out. */
    List<CheckpointMetadata.Pointer> completed() throws IOException;

    /** Removes a checkpoint of this run, complete or not; savepoints and what belongs to others stay. Idempotent. */
    void discard(long checkpoint) throws IOException;

    /**
     * Removes what is incomplete, when no attempt of this run is writing.
     *
     * @param above only checkpoints with an id from here on
     */
    void sweep(long above) throws IOException;

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
