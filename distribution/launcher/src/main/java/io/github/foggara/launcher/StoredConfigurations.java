package io.github.foggara.launcher;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What Configuration Admin keeps in {@code data/config}. A configuration that came from a file remembers its file;
 * nobody notices when that file is removed while no container runs, or when the container was moved or copied elsewhere.
 * So before the start those are dropped whose file is not in {@code conf/} any more.
 */
final class StoredConfigurations {
    private static final String FILE_KEY = "felix.fileinstall.filename=\"";

    private StoredConfigurations() {}

    static void dropVanished(Path store, Path conf) throws LauncherException {
        if (!Files.isDirectory(store)) {
            return;
        }
        try (Stream<Path> tree = Files.walk(store)) {
            List<Path> stored =
                    tree.filter(path -> path.toString().endsWith(".config")).toList();
            for (Path path : stored) {
                Optional<Path> origin = origin(path);
                if (origin.isPresent() && !isIn(conf, origin.get())) {
                    Files.delete(path);
                }
            }
        } catch (IOException e) {
            throw new LauncherException(ExitCode.FAILED, "cannot read the stored configurations in " + store, e);
        }
    }

    private static boolean isIn(Path conf, Path file) throws IOException {
        return Files.exists(file) && file.getParent().toRealPath().equals(conf.toRealPath());
    }

    private static Optional<Path> origin(Path stored) throws IOException {
        for (String line : Files.readAllLines(stored, StandardCharsets.UTF_8)) {
            if (line.startsWith(FILE_KEY)) {
                return path(unescaped(line.substring(FILE_KEY.length())));
            }
        }
        return Optional.empty();
    }

    /** The text up to the closing quote; a backslash stands before each special character. */
    private static String unescaped(String text) {
        StringBuilder value = new StringBuilder();
        for (int i = 0; i < text.length() && text.charAt(i) != '"'; i++) {
            if (text.charAt(i) == '\\') {
                i++;
            }
            if (i < text.length()) {
                value.append(text.charAt(i));
            }
        }
        return value.toString();
    }

    private static Optional<Path> path(String uri) {
        try {
            return Optional.of(Path.of(URI.create(uri)));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
