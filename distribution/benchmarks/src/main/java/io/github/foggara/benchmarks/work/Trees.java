package io.github.foggara.benchmarks.work;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/** Directories with all that is in them. */
public final class Trees {
    private Trees() {}

    /** Length of all files. */
    static long bytes(Path directory) throws IOException {
        long bytes = 0;
        for (Path path : all(directory)) {
            bytes += Files.isRegularFile(path) ? Files.size(path) : 0;
        }
        return bytes;
    }

    /** No effect if it is not there. */
    public static void delete(Path directory) throws IOException {
        if (Files.exists(directory)) {
            for (Path path : all(directory)) {
                Files.delete(path);
            }
        }
    }

    /** What is in a directory comes before it. */
    private static List<Path> all(Path directory) throws IOException {
        try (var paths = Files.walk(directory)) {
            return paths.sorted(Comparator.reverseOrder()).toList();
        }
    }
}
