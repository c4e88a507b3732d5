package io.github.foggara.connector.file.output;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/** The steps of a commit on the file system, one method each, so that tests can let any of them fail. */
class Disk {
    void createDirectory(Path directory) throws IOException {
        Files.createDirectory(directory);
    }

    /** An empty one; none may stand there. */
    void createFile(Path file) throws IOException {
        Files.createFile(file);
    }

    /** None may stand there. */
    FileChannel createLockFile(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    /** Fails, and changes nothing, if a directory that is not empty stands at the target. */
    void rename(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    }

    void delete(Path path) throws IOException {
        Files.deleteIfExists(path);
    }

    /** Names, sorted. */
    List<String> list(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.map(p -> p.getFileName().toString()).sorted().toList();
        }
    }

    /** Makes renames in the directory durable, where directories can be opened at all. */
    void forceDirectory(Path directory) throws IOException {
        FileChannel channel;
        try {
            channel = FileChannel.open(directory, StandardOpenOption.READ);
        } catch (NoSuchFileException e) {
            throw e;
        } catch (IOException | UnsupportedOperationException e) {
            return;
        }
        try (channel) {
            channel.force(true);
        }
    }
}
