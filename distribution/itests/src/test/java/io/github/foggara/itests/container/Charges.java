package io.github.foggara.itests.container;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** The file that the fuse of a test job reads. Works on the host and inside a container. */
public record Charges(Path file) {
    /** So many attempts fail, one after the other; what comes after them waits. */
    public void load(int count) {
        try {
            Path temporary = Files.writeString(file.resolveSibling(file.getFileName() + ".new"), "" + count);
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Nothing fails any more. */
    public void clear() {
        load(0);
    }

    /** As many attempts have failed as were to. */
    public boolean burnt() {
        return !Files.exists(file);
    }
}
