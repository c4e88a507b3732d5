package io.github.foggara.itests.window;

import io.github.foggara.itests.container.Directories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What a job has written. */
final class Output {
    private Output() {}

    /** Of all parts, by their names: those of one subtask in the order they were written. */
    static List<String> lines(Path directory) throws IOException {
        List<String> lines = new ArrayList<>();
        for (String part : Directories.files(directory).stream().sorted().toList()) {
            lines.addAll(Files.readAllLines(directory.resolve(part)));
        }
        return lines;
    }
}
