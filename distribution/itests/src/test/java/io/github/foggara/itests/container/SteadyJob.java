package io.github.foggara.itests.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.CheckpointInfo;
import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A job of the program {@code steady}, from within a container: its files, its checkpoints, and whether its output is exact. */
public record SteadyJob(Inside inside, String name, int count) {
    private static final int KEYS = 1000;

    /** Writes the configuration; the options come on top of what the program needs. */
    public void configure(String... options) {
        String[] fixed = {
            "program",
            "steady",
            "execution.runtime-mode",
            "STREAMING",
            "parallelism",
            "2",
            "execution.checkpointing.dir",
            checkpoints().toString(),
            "execution.checkpointing.data-inline-threshold",
            "0",
            "arg.count",
            "" + count,
            "arg.gate",
            inside.file(name + ".gate").toString(),
            "arg.hold",
            hold().toString(),
            "arg.output",
            output().toString()
        };
        inside.configure(name, Stream.of(fixed, options).flatMap(Stream::of).toArray(String[]::new));
    }

    public Path checkpoints() {
        return inside.file(name + "-checkpoints");
    }

    public Path output() {
        return inside.file(name + "-out");
    }

    /** While it exists one task stands still. */
    public Path hold() {
        return inside.file(name + ".hold");
    }

    /** Lets it run to its end, as fast as it can. */
    public JobInfo finish() throws IOException {
        Files.createFile(inside.file(name + ".gate"));
        return inside.awaitState(name, JobStatus.FINISHED);
    }

    public JobInfo info() {
        return inside.jobs().job(name).orElseThrow();
    }

    /** Waits for a checkpoint that came to its end and is as wanted. */
    public CheckpointInfo await(String what, Predicate<CheckpointInfo> wanted) {
        return Eventually.get(
                        "checkpoint of " + name + ": " + what,
                        () -> inside.jobs().job(name).map(JobInfo::checkpoints).orElse(List.of()).stream()
                                .filter(wanted)
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }

    /** Waits for a complete one with a higher id. */
    public CheckpointInfo awaitComplete(long after) {
        return await(
                "complete after " + after,
                one -> one.id() > after && one.failure().isEmpty());
    }

    /** Files of checkpoints of all runs, without the directory of the run. */
    public List<String> files() {
        return Directories.files(real(checkpoints())).stream()
                .map(file -> file.substring(file.indexOf('/') + 1))
                .toList();
    }

    /** Where a link leads to. */
    private static Path real(Path path) {
        try {
            return Files.exists(path) ? path.toRealPath() : path;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Directories of complete checkpoints, by their names. */
    public List<String> complete() {
        return files().stream()
                .filter(file -> file.endsWith("/_metadata"))
                .map(file -> file.substring(0, file.indexOf('/')))
                .toList();
    }

    /** Directories of checkpoints that have parts and are not complete. */
    public List<String> incomplete() {
        List<String> complete = complete();
        return files().stream()
                .map(file -> file.substring(0, file.indexOf('/')))
                .distinct()
                .filter(folder -> !complete.contains(folder))
                .toList();
    }

    /** Each number is there once, and each place of each key. */
    public void assertExact() {
        BitSet numbers = new BitSet();
        List<BitSet> places = new ArrayList<>();
        for (int key = 0; key < KEYS; key++) {
            places.add(new BitSet());
        }
        long rows = 0;
        for (String file : Directories.files(output())) {
            List<String> lines = lines(output().resolve(file));
            rows += lines.size() - 1;
            for (String line : lines.subList(1, lines.size())) {
                String[] fields = line.split(",");
                places.get(Integer.parseInt(fields[0])).set(Integer.parseInt(fields[1]));
                numbers.set(Integer.parseInt(fields[2]));
            }
        }
        assertThat(rows).as("rows").isEqualTo(count);
        assertThat(numbers.cardinality()).as("numbers").isEqualTo(count);
        assertThat(places.stream().mapToInt(BitSet::cardinality).sum())
                .as("places")
                .isEqualTo(count);
        assertThat(places.stream().mapToInt(BitSet::length).max().orElseThrow())
                .as("highest place")
                .isEqualTo((count + KEYS - 1) / KEYS + 1); // a place more, because none is 0
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
