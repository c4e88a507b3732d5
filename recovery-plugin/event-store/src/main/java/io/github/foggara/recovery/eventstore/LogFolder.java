package io.github.foggara.recovery.eventstore;

import io.github.foggara.api.execution.JobId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Where the files of one log are. */
record LogFolder(LogDisk disk, Path path, JobId job) {
    /** The files of the log in order, whole or not. */
    List<LogFileName> files() throws IOException {
        return disk.list(path).stream()
                .map(LogFileName::parse)
                .flatMap(Optional::stream)
                .sorted()
                .toList();
    }

    Path file(LogFileName name) {
        return path.resolve(name.toString());
    }

    void sync() throws IOException {
        disk.syncDirectory(path);
    }
}
