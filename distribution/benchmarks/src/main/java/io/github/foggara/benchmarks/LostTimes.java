package io.github.foggara.benchmarks;

import io.github.foggara.benchmarks.work.Arguments;
import io.github.foggara.benchmarks.work.Trees;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * How long a cluster of processes needs after {@code kill -9} of a TaskManager that runs tasks, while another one is free: until its JobMaster notices,
 * until it gives the TaskManager up, which it does after the grace, and until the job has committed again. The job follows logs, with a checkpoint every
 * so many milliseconds.
 */
final class LostTimes {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS", Locale.ROOT);
    private static final int TIME_LENGTH = 23;
    private static final int TASK_MANAGERS = 3;
    private static final long LIMIT_SECONDS = 90;

    private final PrintStream out;
    private final Path output;

    private record Times(double noticed, double givenUp, double again) {}

    LostTimes(PrintStream out) {
        this.out = out;
        this.output = Path.of("target/lost-times/lines").toAbsolutePath();
    }

    void run(Arguments arguments) throws Exception {
        long grace = arguments.number("grace", 5000);
        long silence = arguments.number("silence", 10_000);
        long interval = arguments.number("interval", 100);
        Path work = output.getParent();
        Trees.delete(work);
        Path logs = Files.createDirectories(work.resolve("logs"));
        Path home = Path.of(System.getProperty("foggara.home"));
        ScheduledExecutorService writer = Executors.newSingleThreadScheduledExecutor();
        try (LostCluster cluster = new LostCluster(home, work, TASK_MANAGERS, grace, silence)) {
            writer.scheduleAtFixedRate(() -> append(logs.resolve("shop.log")), 0, 2, TimeUnit.MILLISECONDS);
            await("TaskManagers", () -> cluster.taskManagers(false).size() == TASK_MANAGERS);
            cluster.job(
                    "follow",
                    List.of(
                            "program = log-follow",
                            "parallelism = " + (TASK_MANAGERS - 1),
                            "execution.checkpointing.interval = " + interval + " ms",
                            "restart-strategy.type = fixed-delay",
                            "restart-strategy.fixed-delay.delay = 0 ms",
                            "restart-strategy.fixed-delay.attempts = 1000000",
                            "arg.every = 20",
                            "arg.input = " + logs,
                            "arg.output = " + output));
            Times[] times = new Times[(int) arguments.number("kills", 5)];
            for (int i = 0; i < times.length; i++) {
                times[i] = kill(cluster);
            }
            print("noticed", times, Times::noticed, "");
            print("given up", times, Times::givenUp, "the grace is " + grace + " ms of it");
            print(
                    "commits again",
                    times,
                    Times::again,
                    "after that, with a checkpoint every " + interval + " ms; for the heartbeat timeout of " + silence
                            + " ms it is waited until what was lost has ended by itself");
        } finally {
            writer.shutdownNow();
        }
    }

    private Times kill(LostCluster cluster) throws Exception {
        await(
                "tasks in two of the TaskManagers and a free one",
                () -> cluster.taskManagers(false).size() == 1
                        && cluster.taskManagers(true).size() == TASK_MANAGERS - 1);
        awaitCommit(parts());
        String victim = cluster.taskManagers(true).get(0);
        int told = cluster.log().size();
        long killed = System.currentTimeMillis();
        cluster.kill(victim);
        long noticed = awaitLine(cluster, told, "CONNECTED → AWAY") - killed;
        long givenUpAt = awaitLine(cluster, told, "AWAY → LOST");
        long before = parts();
        awaitCommit(before);
        long again = System.currentTimeMillis() - givenUpAt;
        cluster.start(victim);
        return new Times(noticed, givenUpAt - killed, again);
    }

    /** When it was written. */
    private long awaitLine(LostCluster cluster, int from, String words) throws Exception {
        String[] found = new String[1];
        await(words, () -> {
            found[0] = cluster.log().stream()
                    .skip(from)
                    .filter(line -> line.contains(words))
                    .findFirst()
                    .orElse(null);
            return found[0] != null;
        });
        return LocalDateTime.parse(found[0].substring(0, TIME_LENGTH), TIME)
                .atZone(ZoneId.systemDefault())
                .toInstant()
                .toEpochMilli();
    }

    private void awaitCommit(long before) throws Exception {
        await("another commit", () -> parts() > before);
    }

    private long parts() throws IOException {
        if (Files.notExists(output)) {
            return 0;
        }
        try (Stream<Path> parts = Files.list(output)) {
            return parts.filter(part -> part.getFileName().toString().startsWith("part-"))
                    .count();
        }
    }

    private static void await(String what, Callable<Boolean> condition) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!condition.call()) {
            if (System.nanoTime() - deadline > 0) {
                throw new IllegalStateException("Not within " + LIMIT_SECONDS + " s: " + what);
            }
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }

    private static void append(Path log) {
        try {
            Files.writeString(log, "user1 order\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private void print(String what, Times[] times, java.util.function.ToDoubleFunction<Times> part, String remark) {
        double[] sorted = Arrays.stream(times).mapToDouble(part).sorted().toArray();
        out.println(String.format(
                Locale.ROOT,
                "%-14s median %6.0f ms, from %.0f to %.0f, of %d kills%s",
                what,
                sorted[sorted.length / 2],
                sorted[0],
                sorted[sorted.length - 1],
                sorted.length,
                remark.isEmpty() ? "" : "; " + remark));
    }
}
