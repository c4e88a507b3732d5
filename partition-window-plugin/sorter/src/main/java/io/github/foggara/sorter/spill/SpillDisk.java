package io.github.foggara.sorter.spill;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** The operations on files that spilling needs, and no other. Thread-safe; all but closing may block. */
public interface SpillDisk {
    /** The disks of this machine. */
    static SpillDisk ofThisMachine() {
        return new NioSpillDisk();
    }

    /**
     * Makes a directory in this one, and those above, that is known as in use until it is closed, at the latest when the process ends.
     *
     * @throws IOException if it cannot be made
     */
    Held hold(Path root) throws IOException;

    /** Removes what dead processes left in this directory. Never fails, and touches nothing else that is there. */
    void sweep(Path root);

    /**
     * Makes an empty file, to be written.
     *
     * @throws java.nio.file.FileAlreadyExistsException if something has that name
     */
    File create(Path file) throws IOException;

    /** Opens a file to be read. */
    File open(Path file) throws IOException;

    /** Nothing if it is not there. */
    void delete(Path file) throws IOException;

    /** Bytes that may still be written to this directory. */
    long freeBytes(Path directory) throws IOException;

    /** A directory in use. */
    interface Held extends Closeable {
        Path directory();

        /** Removes it with all that is in it. */
        @Override
        void close() throws IOException;
    }

    /** An open file. One thread, except that any may close it: then what is under way in it fails. */
    interface File extends Closeable {
        /** Appends some of the remaining bytes, at least one; those of the first one first. */
        void write(ByteBuffer[] parts) throws IOException;

        /**
         * Reads some of the bytes at a position; they fill the first one first.
         *
         * @return their number, -1 at or behind the end
         */
        int read(ByteBuffer[] parts, long position) throws IOException;
    }
}
