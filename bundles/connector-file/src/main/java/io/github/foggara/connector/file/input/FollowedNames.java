package io.github.foggara.connector.file.input;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Which files of a directory are not followed, by their names: hidden ones, those that programs give to files they have not finished, and
 * compressed ones. What a log was compressed into was read before.
 */
final class FollowedNames {
    private static final List<String> ENDINGS = List.of(
            "~",
            ".tmp",
            ".temp",
            ".part",
            ".partial",
            ".filepart",
            ".inprogress",
            ".swp",
            ".gz",
            ".bz2",
            ".xz",
            ".zst",
            ".zip");

    private FollowedNames() {}

    static boolean wanted(Path path) {
        String name = path.getFileName().toString().toLowerCase(Locale.ROOT);
        return !name.startsWith(".") && ENDINGS.stream().noneMatch(name::endsWith);
    }
}
