package io.github.foggara.benchmarks;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.failover.TaskId;
import io.github.foggara.benchmarks.work.Arguments;
import io.github.foggara.benchmarks.work.Meter;
import io.github.foggara.kernel.jobmaster.state.Counters;
import io.github.foggara.kernel.jobmaster.state.ExecutionState;
import io.github.foggara.kernel.jobmaster.state.JobEvent;
import io.github.foggara.kernel.jobmaster.state.JobState;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;

/**
 * What the event log costs: events a second appended by a job's main thread, the time by which an effect waits for a durable event, and the
 * replay of a long log, with time and heap. On the disk of {@code dir=}.
 */
final class LogTimes {
    private static final Counters PROGRESS = new Counters(1_000_000, 900_000, 0);
    /** As many subtasks as a vertex can have. */
    private static final int WIDEST = 32_768;
    /** What the main thread does in one turn. */
    private static final int GROUP = 1000;

    private static final double MEGABYTE = 1 << 20;

    private final PrintStream out;

    LogTimes(PrintStream out) {
        this.out = out;
    }

    void run(Arguments arguments) throws Exception {
        Path directory = Path.of(arguments.text("dir", "target/log-times"));
        int events = (int) arguments.number("events", 1_000_000);
        for (int i = 0; i < arguments.number("inner", 3); i++) {
            append(directory, events);
            latency(directory, (int) arguments.number("deployments", 2_000));
            replay(directory, events);
        }
    }

    /** Tasks finish by the thousand, and are then reset by one durable event. */
    private void append(Path directory, int events) throws Exception {
        try (LogBench bench = new LogBench(directory, JobId.random())) {
            bench.record(started(1, GROUP));
            Meter meter = new Meter();
            CountDownLatch durable = new CountDownLatch(1);
            int[] left = {events / (GROUP + 1)};
            bench.whenRoom(() -> {
                finishAll(bench, 0, 1, GROUP, bench.state());
                bench.record(new JobEvent.TasksReset("again", tasks(GROUP)));
                if (--left[0] == 0) {
                    bench.effect(durable::countDown);
                }
                return left[0] > 0;
            });
            durable.await();
            Meter.Reading reading = meter.read();
            bench.delete();
            print("append", reading, "%.0f events/s, one of %d durable", events / reading.seconds(), GROUP + 1);
        }
    }

    /** One durable event at a time, and an order to an executor behind it. */
    private void latency(Path directory, int deployments) throws Exception {
        try (LogBench bench = new LogBench(directory, JobId.random())) {
            bench.record(started(1, GROUP));
            double[] micros = new double[deployments];
            Meter meter = new Meter();
            for (int i = 0; i < deployments; i++) {
                CountDownLatch left = new CountDownLatch(1);
                Set<TaskId> one = Set.of(new TaskId(0, i % GROUP));
                int at = i;
                bench.onMain(() -> {
                    long begin = System.nanoTime();
                    bench.record(new JobEvent.TasksReset("again", one));
                    bench.effect(() -> {
                        micros[at] = (System.nanoTime() - begin) / 1e3;
                        left.countDown();
                    });
                });
                left.await();
            }
            Arrays.sort(micros);
            bench.delete();
            print(
                    "durable wait",
                    meter.read(),
                    "p50 %.0f us, p99 %.0f us, worst %.0f us of %d",
                    micros[deployments / 2],
                    micros[deployments * 99 / 100],
                    micros[deployments - 1],
                    deployments);
        }
    }

    private void replay(Path directory, int events) throws Exception {
        JobId job = JobId.random();
        int vertices = (events + WIDEST - 1) / WIDEST;
        int each = events / vertices;
        try (LogBench bench = new LogBench(directory, job)) {
            bench.record(started(vertices, each));
            int[] vertex = {0};
            bench.whenRoom(() -> {
                finishAll(bench, vertex[0], vertex[0] + 1, each, bench.state());
                return ++vertex[0] < vertices;
            });
            bench.awaitMain();
        }
        System.gc();
        double before = used();
        try (HeapPeak peak = new HeapPeak()) {
            Meter meter = new Meter();
            try (LogBench again = new LogBench(directory, job)) {
                Meter.Reading reading = meter.read();
                JobState state = again.state();
                if (!state.allFinished()) {
                    throw new IllegalStateException("Not every task has finished after the replay");
                }
                System.gc();
                print(
                        "replay",
                        reading,
                        "%d events: %.2f s, at most %.0f MB on the heap after a collection, the state itself %.0f MB",
                        vertices * each,
                        reading.seconds(),
                        Math.max(peak.megabytes(), used()) - before,
                        used() - before);
                again.delete();
            }
        }
    }

    private static double used() {
        return (Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory()) / MEGABYTE;
    }

    private static JobEvent.JobStarted started(int vertices, int parallelism) {
        List<JobEvent.JobStarted.Vertex> all = new ArrayList<>();
        for (int vertex = 0; vertex < vertices; vertex++) {
            all.add(new JobEvent.JobStarted.Vertex("vertex " + vertex, parallelism));
        }
        return new JobEvent.JobStarted("fingerprint", "program", all, 0);
    }

    private static Set<TaskId> tasks(int count) {
        Set<TaskId> tasks = new TreeSet<>();
        for (int subtask = 0; subtask < count; subtask++) {
            tasks.add(new TaskId(0, subtask));
        }
        return tasks;
    }

    private static void finishAll(LogBench bench, int from, int to, int parallelism, JobState state) {
        for (int vertex = from; vertex < to; vertex++) {
            for (int subtask = 0; subtask < parallelism; subtask++) {
                TaskId task = new TaskId(vertex, subtask);
                ExecutionAttemptId attempt = state.current(task).id();
                bench.record(new JobEvent.AttemptChanged(attempt, ExecutionState.DEPLOYING, "benchmark"));
                bench.record(new JobEvent.TaskFinished(task, attempt.attempt(), Map.of(), PROGRESS));
            }
        }
    }

    private void print(String what, Meter.Reading reading, String format, Object... values) {
        out.printf(
                Locale.ROOT,
                "%-14s %s (others_cores %.2f)%n",
                what,
                String.format(Locale.ROOT, format, values),
                reading.othersCores());
    }
}
