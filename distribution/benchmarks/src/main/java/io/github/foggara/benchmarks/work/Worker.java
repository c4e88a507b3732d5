package io.github.foggara.benchmarks.work;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Measures one workload on one side in this process, and prints a line per figure:
 * {@code FIGURE metric=NAME value=NUMBER others=CORES ...}. Anything else in the output is noise of the engine.
 */
public final class Worker {
    /** How the lines begin that the suite reads. */
    public static final String PREFIX = "FIGURE ";

    private static final double MILLION = 1e6;

    private final Side side;
    private final Arguments arguments;
    private final PrintStream out;

    public Worker(Side side, Arguments arguments, PrintStream out) {
        this.side = side;
        this.arguments = arguments;
        this.out = out;
    }

    public void measure(Workload workload) throws Exception {
        switch (workload) {
            case LATENCY, NETWORK_LATENCY -> latency(load(workload));
            case IDLE -> idle(load(workload));
            case RESTART -> new RestartTimes(side, arguments, this).measure();
            case STATE -> new CheckpointTimes(side, arguments, this).measure(load(workload));
            default -> throughput(load(workload));
        }
    }

    private Load load(Workload workload) throws Exception {
        Path text = Path.of(arguments.text("text", "target/text"));
        long records = arguments.number("n", 10_000_000);
        if (workload == Workload.WORDS) {
            records = Expected.wordsIn(text);
        }
        return new Load(
                workload,
                (int) arguments.number("p", workload.parallelism()),
                records,
                arguments.number("keys", 1_000_000),
                arguments.number("rate", 100_000),
                text);
    }

    private void throughput(Load load) throws Exception {
        Totals expected = Expected.of(load);
        if (load.workload() == Workload.CHAIN) {
            side.runOthers(arguments.number("others", 2_000_000));
        }
        long warm = System.nanoTime() + TimeUnit.SECONDS.toNanos(arguments.number("warm", 10));
        do {
            verify(side.run(load), expected);
        } while (System.nanoTime() < warm);
        for (int i = 0; i < arguments.number("inner", 1); i++) {
            Meter meter = new Meter();
            Totals totals = side.run(load);
            Meter.Reading reading = meter.read();
            verify(totals, expected);
            figure(
                    "rate",
                    load.records() / MILLION / reading.seconds(),
                    reading,
                    "records=" + load.records() + " totals=" + totals);
        }
    }

    static void verify(Totals totals, Totals expected) {
        if (!totals.equals(expected)) {
            throw new IllegalStateException("The job reported " + totals + ", not " + expected);
        }
    }

    private void latency(Load load) throws Exception {
        AutoCloseable job = side.start(load);
        TimeUnit.SECONDS.sleep(arguments.number("warm", 10));
        for (int i = 0; i < arguments.number("inner", 1); i++) {
            Latencies.begin();
            Meter meter = new Meter();
            TimeUnit.SECONDS.sleep(arguments.number("seconds", 10));
            Latencies.end();
            Meter.Reading reading = meter.read();
            double rate = Latencies.count() / reading.seconds();
            String more = String.format(Locale.ROOT, "arrived=%.0f", rate);
            figure("p50", Latencies.quantile(0.5) / 1e6, reading, more);
            figure("p99", Latencies.quantile(0.99) / 1e6, reading, more);
            figure("p999", Latencies.quantile(0.999) / 1e6, reading, more);
        }
        job.close();
    }

    private void idle(Load load) throws Exception {
        AutoCloseable job = side.start(load);
        TimeUnit.SECONDS.sleep(arguments.number("warm", 10));
        Meter meter = new Meter();
        TimeUnit.SECONDS.sleep(arguments.number("seconds", 10));
        Meter.Reading reading = meter.read();
        figure("cpu", reading.cores() * 100, reading, "");
        job.close();
    }

    void figure(String metric, double value, Meter.Reading reading, String more) {
        out.println(PREFIX
                + String.format(
                        Locale.ROOT,
                        "metric=%s value=%.6f others=%.3f cores=%.3f %s",
                        metric,
                        value,
                        reading.othersCores(),
                        reading.cores(),
                        more));
        out.flush();
    }
}
