package io.github.foggara.kernel.dispatcher;

import io.github.foggara.kernel.ha.DurableFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Records of runs: {@code data/jobs/NAME/run}. A record is replaced as a whole: written beside, forced to the disk, renamed.
 * Dispatcher thread only; blocks on the disk.
 */
final class RunStore {
    /** Largest record that is read: what is larger was not written here. */
    private static final long LIMIT = 64L << 20;

    private final Path root;

    RunStore(Path root) {
        this.root = root;
    }

    /** There is a record and it cannot be used; the message tells what to do. */
    static final class DamagedRunException extends Exception {
        private static final long serialVersionUID = 1L;

        DamagedRunException(Path file, String what) {
            super("The record of the job's last run, " + file + ", is damaged: " + what
                    + ". It is not known whether the job has finished. Look at its output; then start the job by"
                    + " job:start, or change its configuration, and a new record is written");
        }
    }

    /** Empty if there is none. */
    Optional<RunRecord> load(String name) throws DamagedRunException {
        Path file = file(name);
        try {
            if (Files.size(file) > LIMIT) {
                throw new DamagedRunException(file, "it is larger than a record can be");
            }
            return Optional.of(RunRecordCodec.decode(Files.readAllBytes(file)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new DamagedRunException(file, "it cannot be read (" + e + ")");
        } catch (IllegalArgumentException e) {
            throw new DamagedRunException(file, e.getMessage());
        }
    }

    void save(String name, RunRecord record) throws IOException {
        Path file = file(name);
        Files.createDirectories(file.getParent());
        DurableFiles.replace(file, ByteBuffer.wrap(RunRecordCodec.encode(record)));
    }

    /** Forgets a run. */
    void delete(String name) throws IOException {
        Path directory = file(name).getParent();
        Files.deleteIfExists(file(name));
        Files.deleteIfExists(directory.resolve("run.tmp"));
        if (Files.isDirectory(directory)) {
            boolean empty;
            try (DirectoryStream<Path> rest = Files.newDirectoryStream(directory)) {
                empty = !rest.iterator().hasNext();
            }
            if (empty) {
                Files.delete(directory);
            }
        }
    }

    /**
     * Of all jobs that have a record, readable or not.
     *
     * @throws IOException if there may be others
     */
    List<String> names() throws IOException {
        List<String> names = new ArrayList<>();
        if (Files.notExists(root)) {
            return names;
        }
        try (DirectoryStream<Path> directories = Files.newDirectoryStream(root)) {
            for (Path directory : directories) {
                String name = directory.getFileName().toString();
                if (JobNames.isAccepted(name) && isDirectory(directory) && exists(name)) {
                    names.add(name);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return names;
    }

    private static boolean isDirectory(Path path) throws IOException {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class).isDirectory();
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** Also where that cannot be found out: only what is certainly not there is no record. */
    boolean exists(String name) {
        return !Files.notExists(file(name));
    }

    /** Where the record of that job is kept. */
    Path file(String name) {
        JobNames.check(name);
        return root.resolve(name).resolve("run");
    }
}
