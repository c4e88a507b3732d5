package io.github.foggara.checkpoint.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/**
 * The operations on files that checkpoints need, and no other. Thread-safe, except that a file is appended to by one thread; all but
 * {@link #close} may block. What was appended is safe after {@link #force}, and the name of a file after {@link #syncDirectory}.
 */
public interface CheckpointDisk {
    /** Makes the directory and those above it, durably. Nothing if it is there. */
    void createDirectories(Path directory) throws IOException;

    /** Names in the directory, in no order; empty if there is no such directory. */
    List<String> list(Path directory) throws IOException;

    long size(Path file) throws IOException;

    /**
     * Reads what stands at the position, as much as fits or less.
     *
     * @return number of bytes; -1 at or behind the end
     */
    int read(Path file, long position, ByteBuffer into) throws IOException;

    /**
     * Makes an empty file and holds it open for {@link #append} until {@link #close}.
     *
     * @throws java.nio.file.FileAlreadyExistsException if something has that name
     */
    void create(Path file) throws IOException;

    /** Appends all remaining bytes to a file made by {@link #create}. After a failure some of them may be there. */
    void append(Path file, ByteBuffer bytes) throws IOException;

    /** Makes what was appended durable. After a failure nothing may be relied on that was appended since the last success. */
    void force(Path file) throws IOException;

    /** Ends appending. Never fails; nothing if it is not open. */
    void close(Path file);

    /** Gives a file another name in its directory, atomically; what had that name is replaced. */
    void rename(Path from, Path to) throws IOException;

    /**
     * Deletes a file, a link, or an empty directory. Nothing if it is not there.
     *
     * @throws java.nio.file.DirectoryNotEmptyException if it is a directory that holds something
     */
    void delete(Path file) throws IOException;

    /** Makes durable which names the directory holds. */
    void syncDirectory(Path directory) throws IOException;
}
