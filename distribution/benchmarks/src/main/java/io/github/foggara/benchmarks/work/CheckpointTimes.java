package io.github.foggara.benchmarks.work;

import io.github.foggara.benchmarks.work.StateRun.Checkpoints;
import io.github.foggara.benchmarks.work.StateRun.Taken;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Measures {@link Workload#STATE}: the same job without and with checkpoints by turns, and at last how long it takes to begin from one
 * ({@link RestoreTimes}).
 */
final class CheckpointTimes {
    private static final double MILLION = 1e6;
    /** Sides need not remember more checkpoints than come about meanwhile. */
    private static final long LOOK_MILLIS = 500;

    private final Side side;
    private final Arguments arguments;
    private final Worker worker;
    private final Path directory;
    private final long interval;
    private final List<Long> durations = new ArrayList<>();

    CheckpointTimes(Side side, Arguments arguments, Worker worker) {
        this.side = side;
        this.arguments = arguments;
        this.worker = worker;
        this.directory = Path.of(arguments.text("dir", "target/checkpoints")).toAbsolutePath();
        this.interval = arguments.number("interval", 1000);
    }

    /** Stretches of one kind, added up. */
    private static final class Sum {
        double seconds;
        double processorSeconds;
        double othersSeconds;
        double longestPause;
        int stretches;

        void add(Meter.Reading reading) {
            seconds += reading.seconds();
            processorSeconds += reading.seconds() * reading.cores();
            othersSeconds += reading.seconds() * reading.othersCores();
            longestPause = Math.max(longestPause, Watch.longestMillis());
            stretches++;
        }

        Meter.Reading reading() {
            return new Meter.Reading(seconds, processorSeconds / seconds, othersSeconds / seconds);
        }
    }

    void measure(Load load) throws Exception {
        Trees.delete(directory);
        warmUp(load);
        Totals expected = Expected.of(load);
        Sum without = new Sum();
        Sum with = new Sum();
        for (int i = 0; i < arguments.number("inner", 2); i++) {
            // By turns, and neither always first.
            boolean first = i % 2 == 1;
            stretch(load, expected, first, first ? with : without);
            stretch(load, expected, !first, first ? without : with);
        }
        if (durations.isEmpty()) {
            throw new IllegalStateException("No checkpoint became complete: give the job more records, n=");
        }
        tell(load, expected, without, with);
        new RestoreTimes(side, arguments, worker, directory).measure();
        Trees.delete(directory);
    }

    private void warmUp(Load load) throws Exception {
        Load part = new Load(
                load.workload(), load.parallelism(), load.records() / 2, load.keys(), load.rate(), load.text());
        Totals expected = Expected.of(part);
        Sum ignored = new Sum();
        long warm = System.nanoTime() + TimeUnit.SECONDS.toNanos(arguments.number("warm", 10));
        do {
            stretch(part, expected, false, ignored);
            stretch(part, expected, true, ignored);
        } while (System.nanoTime() < warm);
        durations.clear();
    }

    private void stretch(Load load, Totals expected, boolean checkpoints, Sum sum) throws Exception {
        Watch.begin();
        Map<Long, Taken> taken = new TreeMap<>();
        Meter meter = new Meter();
        StateRun run = side.stateful(load, new Checkpoints(directory, checkpoints ? interval : 0, null));
        CompletableFuture<Totals> end = CompletableFuture.supplyAsync(() -> await(run));
        Totals totals = null;
        while (totals == null) {
            try {
                totals = end.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                look(run, taken);
            } catch (ExecutionException e) {
                throw new IllegalStateException("The job ended early", e.getCause());
            }
        }
        sum.add(meter.read());
        look(run, taken);
        Worker.verify(totals, expected);
        taken.values().forEach(one -> durations.add(one.durationMillis()));
    }

    private static void look(StateRun run, Map<Long, Taken> taken) throws Exception {
        run.taken().forEach(one -> taken.put(one.id(), one));
    }

    private static Totals await(StateRun run) {
        try {
            return run.await();
        } catch (Exception e) {
            throw new CompletionException(e);
        }
    }

    private void tell(Load load, Totals expected, Sum without, Sum with) {
        double[] sorted =
                durations.stream().mapToDouble(Long::doubleValue).sorted().toArray();
        double off = load.records() * without.stretches / MILLION / without.seconds;
        double on = load.records() * with.stretches / MILLION / with.seconds;
        String more = String.format(
                Locale.ROOT, "checkpoints=%d records=%d totals=%s", sorted.length, load.records(), expected);
        worker.figure("without", off, without.reading(), more);
        worker.figure("with", on, with.reading(), more);
        worker.figure("loss", 100 * (1 - on / off), with.reading(), more);
        worker.figure(
                "processor",
                1000 * (with.processorSeconds - without.processorSeconds) / sorted.length,
                with.reading(),
                more);
        worker.figure("p50", at(sorted, 0.5), with.reading(), more);
        worker.figure("p99", at(sorted, 0.99), with.reading(), more);
        worker.figure("pause/without", without.longestPause, without.reading(), more);
        worker.figure("pause/with", with.longestPause, with.reading(), more);
    }

    /** The smallest that so many are not above. */
    static double at(double[] sorted, double share) {
        return sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)];
    }
}
