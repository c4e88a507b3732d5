package io.github.foggara.itests.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The source tree. */
final class Sources {
    private Sources() {}

    /** The directory of the parent {@code pom.xml}. */
    static Path root() {
        return Path.of(System.getProperty("foggara.root"));
    }

    /** The file without its comments. */
    static String code(Path file) {
        try {
            return Files.readString(file).replaceAll("(?s)/\\*.*?\\*/", "").replaceAll("//[^\n]*", "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
