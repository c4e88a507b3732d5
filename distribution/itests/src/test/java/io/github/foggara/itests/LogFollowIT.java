package io.github.foggara.itests;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.itests.container.Directories;
import io.github.foggara.itests.container.Distribution;
import io.github.foggara.itests.container.Eventually;
import io.github.foggara.itests.container.Member;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The example that follows logs, in containers that are killed at any moment while the logs grow and rotate: what is committed is every line once.
 * {@code -Dfoggara.kills=N} kills more often than in the build, {@code -Dseed=N} repeats the moments.
 */
class LogFollowIT {
    private static final int KILLS = Integer.getInteger("foggara.kills", 5);
    private static final int KEYS = 7;
    private static final int ROTATED_AFTER = 400;

    private final long seed = Long.getLong("seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final Path work = Distribution.workDirectory("LogFollowIT");
    private final Path logs = Directories.make(work.resolve("logs"));
    private final Path output = work.resolve("lines");
    private final Member container = new Member("embedded", work);
    private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(2);
    /** Written by the timer's thread. */
    private volatile int written;

    @AfterEach
    void stop() {
        timer.shutdownNow();
        container.stop();
    }

    @Test
    void everyLineIsCommittedOnceHoweverOftenTheContainerIsKilled() throws Exception {
        configure();
        ScheduledFuture<?> writer = timer.scheduleAtFixedRate(this::append, 0, 4, TimeUnit.MILLISECONDS);
        container.started(container.start());
        Eventually.isTrue("the first lines are committed", () -> !rows().isEmpty());
        for (int kill = 0; kill < KILLS; kill++) {
            timer.schedule(container::kill, random.nextInt(4000), TimeUnit.MILLISECONDS)
                    .get();
            assertNoneTwice(rows());
            container.started(container.start());
        }
        assertThat(writer.isDone()).as("the writer of the logs did not fail").isFalse();
        writer.cancel(false);
        timer.submit(() -> {}).get();
        List<String> rows = Eventually.get(
                "all " + written + " lines are committed, seed " + seed,
                Duration.ofSeconds(90),
                this::rows,
                all -> all.size() >= written);
        assertNoneTwice(rows);
        assertThat(numbers(rows)).as("seed %d", seed).isEqualTo(expected());
        container.shell("job:cancel follow");
        Eventually.isTrue("nothing stays beside the output", () -> beside().equals(List.of("lines")));
    }

    private void configure() throws IOException {
        Files.writeString(
                work.resolve("conf/foggara.job-follow.cfg"),
                "program = log-follow\nparallelism = 2\nexecution.checkpointing.interval = 200 ms\n"
                        + "arg.every = 50\narg.input = " + logs + "\narg.output = " + output + "\n");
    }

    /** One line in two pieces, so that half a line is seen now and then; every so many lines the log is renamed. */
    private void append() {
        int number = written;
        Path log = logs.resolve("shop.log");
        try {
            write(log, "user" + number % KEYS + " ord");
            write(log, "er " + number + "\n");
            if (number % ROTATED_AFTER == ROTATED_AFTER - 1) {
                Files.move(log, logs.resolve("shop.log." + number));
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        written = number + 1;
    }

    private static void write(Path file, String text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** All that a reader of the directory sees, without headers. */
    private List<String> rows() throws IOException {
        List<String> rows = new ArrayList<>();
        if (Files.exists(output)) {
            for (Path part : list(output)) {
                assertThat(part.getFileName().toString()).startsWith("part-").endsWith(".csv");
                List<String> lines = Files.readAllLines(part);
                assertThat(lines.get(0)).isEqualTo("key,number,line");
                rows.addAll(lines.subList(1, lines.size()));
            }
        }
        return rows;
    }

    private List<String> beside() throws IOException {
        return list(work).stream()
                .map(path -> path.getFileName().toString())
                .filter(name -> name.contains("lines"))
                .toList();
    }

    private static List<Path> list(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.sorted().toList();
        }
    }

    private void assertNoneTwice(List<String> rows) {
        assertThat(new HashSet<>(rows)).as("distinct rows, seed %d", seed).hasSameSizeAs(rows);
        List<String> lines = rows.stream()
                .map(row -> row.substring(row.lastIndexOf(',') + 1))
                .toList();
        assertThat(new HashSet<>(lines)).as("distinct lines, seed %d", seed).hasSameSizeAs(lines);
    }

    /** Numbers by key, sorted. */
    private static Map<String, List<Long>> numbers(List<String> rows) {
        Map<String, List<Long>> numbers = new TreeMap<>();
        for (String row : rows) {
            String[] fields = row.split(",");
            assertThat(fields[2]).startsWith(fields[0] + " order ");
            numbers.computeIfAbsent(fields[0], key -> new ArrayList<>()).add(Long.valueOf(fields[1]));
        }
        numbers.values().forEach(list -> list.sort(null));
        return numbers;
    }

    private Map<String, List<Long>> expected() {
        Map<String, List<Long>> expected = new TreeMap<>();
        for (int key = 0; key < KEYS; key++) {
            long lines = (written - key + KEYS - 1) / KEYS;
            expected.put("user" + key, LongStream.rangeClosed(1, lines).boxed().toList());
        }
        return expected;
    }
}
