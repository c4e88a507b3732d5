package io.github.foggara.sorter.spill;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Words for what a file system says; its own exceptions often hold a path and nothing else. */
final class DiskProblem {
    private DiskProblem() {}

    /**
     * An exception that says all a user needs. What the file system says of it is not its cause: of a failed task the root cause is shown, and
     * that names no directory.
     *
     * @param cause null if there is none
     */
    static IOException described(String words, IOException cause) {
        IOException described = new IOException(words);
        if (cause != null) {
            described.addSuppressed(cause);
        }
        return described;
    }

    static String reason(IOException cause) {
        if (cause instanceof AccessDeniedException denied) {
            return "no permission for " + denied.getFile();
        }
        if (cause instanceof NoSuchFileException missing) {
            return missing.getFile() + " is not there";
        }
        if (cause instanceof FileAlreadyExistsException exists) {
            return exists.getFile() + " is there already, and no directory";
        }
        if (cause instanceof FileSystemException other && other.getReason() != null) {
            return other.getReason();
        }
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }
}
