package io.github.foggara.itests.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.testkit.disk.SimulatedDisk;
import io.github.foggara.testkit.runtime.SimulatedRuntime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** The directory of checkpoints: what another job has there stays, and of this one nothing is left. */
final class IdCheckpoints {
    private static final String FOREIGN = "0123456789abcdef0123456789abcdef";
    private static final List<String> FILES =
            List.of("chk-1/_metadata", "chk-1/0-0-0-1", "chk-2/.tmp-0-0-0-1", "chk-3/_savepoint", "chk-900/0-0-0-1");

    private final SimulatedDisk disk;
    private final Path directory;

    IdCheckpoints(SimulatedDisk disk, Path directory) {
        this.disk = disk;
        this.directory = directory;
    }

    void plantForeign() {
        for (String file : FILES) {
            disk.replace(foreign(file), file.getBytes(StandardCharsets.UTF_8));
        }
    }

    private Path foreign(String file) {
        return directory.resolve(FOREIGN).resolve(file);
    }

    /**
     * Waits until only what is foreign is there: what a job deletes at its end may take a moment.
     *
     * @param died whether nobody deletes any more
     * @return whether that did not come first
     */
    boolean released(SimulatedRuntime runtime, BooleanSupplier died) {
        return over(runtime, died, () -> names(directory).equals(List.of(FOREIGN)));
    }

    /** As {@link #released}, but those that are complete stay; of others nothing does. */
    boolean onlyWhole(SimulatedRuntime runtime, BooleanSupplier died) {
        return over(runtime, died, () -> folders().stream().allMatch(this::whole));
    }

    private boolean over(SimulatedRuntime runtime, BooleanSupplier died, BooleanSupplier done) {
        try {
            runtime.await("the checkpoints of the run are released", () -> died.getAsBoolean() || done.getAsBoolean());
        } catch (AssertionError e) {
            throw new AssertionError("Left: " + left(), e);
        }
        return !died.getAsBoolean();
    }

    /** Of this run. */
    private List<Path> folders() {
        return names(directory).stream()
                .filter(run -> !run.equals(FOREIGN))
                .map(directory::resolve)
                .flatMap(run -> names(run).stream().map(run::resolve))
                .toList();
    }

    private boolean whole(Path folder) {
        List<String> files = names(folder);
        return files.contains("_metadata") && files.stream().noneMatch(file -> file.startsWith(".tmp-"));
    }

    void assertForeignUntouched() {
        for (String file : FILES) {
            try {
                assertThat(new String(disk.bytes(foreign(file)), StandardCharsets.UTF_8))
                        .isEqualTo(file);
            } catch (IOException e) {
                throw new AssertionError("A file of another job is gone", e);
            }
        }
    }

    /** Of all runs, also as far as nothing may be left. */
    private List<String> left() {
        List<String> files = new ArrayList<>();
        for (String run : names(directory)) {
            for (String folder : names(directory.resolve(run))) {
                files.add(run + "/" + folder + names(directory.resolve(run).resolve(folder)));
            }
        }
        return files;
    }

    private List<String> names(Path path) {
        try {
            return disk.list(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
