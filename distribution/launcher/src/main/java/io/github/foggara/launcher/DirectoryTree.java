package io.github.foggara.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Removes a directory with all it holds. */
final class DirectoryTree {
    private DirectoryTree() {}

    /** Deletes what can be deleted; symbolic links are removed, never followed. */
    static void delete(Path root) {
        List<Path> deepestFirst;
        try (Stream<Path> tree = Files.walk(root)) {
            deepestFirst = tree.sorted(Comparator.reverseOrder()).toList();
        } catch (IOException e) {
            return;
        }
        for (Path path : deepestFirst) {
            try {
                Files.deleteIfExists(path);
            } catch (IOException e) {
                System.err.println("foggara: cannot delete " + path + ": " + e.getMessage());
            }
        }
    }
}
