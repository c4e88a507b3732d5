package io.github.foggara.checkpoint.storage;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;

/** Words for what a file system says; its own exceptions often hold a path and nothing else. */
final class DiskProblem {
    private DiskProblem() {}

    static IOException words(String what, Path path, IOException cause) {
        return new IOException(what + " " + path + ": " + reason(cause), cause);
    }

    private static String reason(IOException cause) {
        if (cause instanceof AccessDeniedException) {
            return "no permission for " + ((FileSystemException) cause).getFile();
        }
        if (cause instanceof NoSuchFileException missing) {
            return missing.getFile() + " is not there";
        }
        if (cause instanceof FileAlreadyExistsException exists) {
            return exists.getFile() + " is there already";
        }
        if (cause instanceof NotDirectoryException file) {
            return file.getFile() + " is no directory";
        }
        if (cause instanceof ClosedByInterruptException) {
            return "interrupted";
        }
        if (cause instanceof FileSystemException other && other.getReason() != null) {
            return other.getReason() + ", " + other.getFile();
        }
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }
}
