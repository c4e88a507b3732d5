package io.github.foggara.kernel.dispatcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What happens to a data directory around a crash. */
final class Disks {
    private Disks() {}

    /** What a process that is killed now would leave. */
    static void copy(Path from, Path to) throws IOException {
        List<Path> all;
        try (Stream<Path> tree = Files.walk(from)) {
            all = tree.toList();
        }
        for (Path path : all) {
            Path target = to.resolve(from.relativize(path));
            if (Files.isDirectory(path)) {
                Files.createDirectories(target);
            } else {
                Files.copy(path, target);
            }
        }
    }

    /** No record of that job can be written any more. */
    static void refuseRecords(Path data, String job) throws IOException {
        Files.createDirectories(obstacle(data, job).resolve("full"));
    }

    static void acceptRecords(Path data, String job) throws IOException {
        Files.delete(obstacle(data, job).resolve("full"));
        Files.delete(obstacle(data, job));
    }

    private static Path obstacle(Path data, String job) {
        return data.resolve("jobs").resolve(job).resolve("run.tmp");
    }
}
