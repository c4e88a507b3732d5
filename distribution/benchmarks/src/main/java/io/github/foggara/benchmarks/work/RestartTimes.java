package io.github.foggara.benchmarks.work;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.DoubleStream;

/**
 * Measures {@link Workload#RESTART}: for each size a job that runs steadily, in which a task fails again and again; at last it is told to
 * finish, and what its sinks added up must be what its sources make from their beginning.
 */
final class RestartTimes {
    private static final int[] SUBTASKS = {2, 16, 64};
    private static final long LIMIT_SECONDS = 60;

    private final Side side;
    private final Arguments arguments;
    private final Worker worker;

    RestartTimes(Side side, Arguments arguments, Worker worker) {
        this.side = side;
        this.arguments = arguments;
        this.worker = worker;
    }

    void measure() throws Exception {
        ScheduledExecutorService ticker = Trickle.tick();
        Meter meter = new Meter();
        double growth = 0;
        double before = 0;
        for (int i = 0; i < SUBTASKS.length; i++) {
            double median = measure(SUBTASKS[i]);
            if (i > 0) {
                growth = Math.max(growth, median / before * SUBTASKS[i - 1] / SUBTASKS[i]);
            }
            before = median;
        }
        worker.figure("growth", growth, meter.read(), "");
        ticker.shutdownNow();
    }

    /** Returns the median of the time until all are at work again. */
    private double measure(int subtasks) throws Exception {
        int parallelism = subtasks / 2;
        long records = arguments.number("n", 20_000) * parallelism;
        Load load = new Load(
                Workload.RESTART,
                parallelism,
                records,
                arguments.number("keys", 10_000),
                arguments.number("rate", 200),
                null);
        Trickle.finishing(false);
        Failures.expect(parallelism);
        CompletableFuture<Totals> job = CompletableFuture.supplyAsync(() -> run(load));
        Failures.awaitFirsts(LIMIT_SECONDS);
        long warm = System.nanoTime() + TimeUnit.SECONDS.toNanos(arguments.number("warm", 10));
        do {
            fail(parallelism);
        } while (System.nanoTime() < warm);
        Meter meter = new Meter();
        Failures.Times[] times = new Failures.Times[(int) arguments.number("failures", 7)];
        for (int i = 0; i < times.length; i++) {
            times[i] = fail(parallelism);
        }
        Meter.Reading reading = meter.read();
        Trickle.finishing(true);
        Totals expected = Expected.of(load);
        Totals totals = job.join();
        Worker.verify(totals, expected);
        String more = "records=" + records + " totals=" + totals;
        double all = median(Arrays.stream(times).mapToDouble(Failures.Times::all));
        worker.figure(
                "failed/" + subtasks, median(Arrays.stream(times).mapToDouble(Failures.Times::failed)), reading, more);
        worker.figure("all/" + subtasks, all, reading, more);
        return all;
    }

    private Failures.Times fail(int parallelism) throws InterruptedException {
        // What the last restart left to do is done, and counters have been sampled at other moments than this one.
        TimeUnit.MILLISECONDS.sleep(arguments.number("pause", 330));
        return Failures.failOnce(parallelism, LIMIT_SECONDS);
    }

    private Totals run(Load load) {
        try {
            return side.run(load);
        } catch (Exception e) {
            throw new CompletionException(e);
        }
    }

    private static double median(DoubleStream values) {
        double[] sorted = values.sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
