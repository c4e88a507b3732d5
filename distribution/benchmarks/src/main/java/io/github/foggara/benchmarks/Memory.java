package io.github.foggara.benchmarks;

import io.github.foggara.api.client.JobInfo;
import io.github.foggara.benchmarks.job.PressureJob;
import io.github.foggara.benchmarks.job.ShuffleJob;
import io.github.foggara.benchmarks.job.TotalSink;
import io.github.foggara.benchmarks.work.Arguments;
import io.github.foggara.benchmarks.work.Expected;
import io.github.foggara.benchmarks.work.Load;
import io.github.foggara.benchmarks.work.Totals;
import io.github.foggara.benchmarks.work.Workload;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Whether queues keep their bounds. To be run with a small heap ({@code -Xmx128m}): an unbounded queue ends it with an
 * OutOfMemoryError, and the peak after collections shows how near it came.
 */
final class Memory {
    private final PrintStream out;

    Memory(PrintStream out) {
        this.out = out;
    }

    void run(Arguments arguments) throws Exception {
        try (Engine engine = Engine.embedded(Map.of("pressure", new PressureJob(), "shuffle", new ShuffleJob()))) {
            pressure(engine, "small records, slow sink", arguments.number("small", 10_000_000), 8, 2_000);
            pressure(engine, "records of 1 MiB", arguments.number("large", 2_000), 1 << 20, 100_000);
            wide(engine, arguments.number("wide", 2_000_000));
        }
        networked(arguments.number("networked", 2_000_000));
    }

    /** Half of the channels go by sockets. Both TaskManagers are in this process, so what is printed is what both hold. */
    private void networked(long records) throws Exception {
        try (MiniCluster cluster = new MiniCluster(Map.of("shuffle", new ShuffleJob()), 2, 32);
                HeapPeak peak = new HeapPeak()) {
            shuffle(cluster.engine(), records);
            print("64 x 64, 2 TaskManagers", records, peak);
        }
    }

    private void pressure(Engine engine, String name, long records, int size, int work) throws Exception {
        try (HeapPeak peak = new HeapPeak()) {
            JobInfo info = engine.run(
                    "pressure",
                    Map.of("parallelism", "2"),
                    Map.of(
                            "records", Long.toString(records),
                            "size", Integer.toString(size),
                            "work", Integer.toString(work)));
            verify(info, PressureJob.expected(records, size));
            print(name, records, peak);
        }
    }

    private void wide(Engine engine, long records) throws Exception {
        try (HeapPeak peak = new HeapPeak()) {
            shuffle(engine, records);
            print("64 x 64 channels", records, peak);
        }
    }

    private static void shuffle(Engine engine, long records) throws IOException, InterruptedException {
        JobInfo info = engine.run(
                "shuffle", Map.of("parallelism", "64"), Map.of("records", Long.toString(records), "keys", "1000"));
        Totals totals = Expected.of(new Load(Workload.MANY, 64, records, 1000, 0, Path.of(".")));
        verify(info, TotalSink.line(totals.count(), totals.sum()));
    }

    private static void verify(JobInfo info, String expected) {
        if (!info.report().equals(List.of(expected))) {
            throw new IllegalStateException("The job reported " + info.report() + ", not " + expected);
        }
    }

    /** What the allocator of sockets has taken so far; it gives nothing back. Java counts it as run.sh starts it. */
    private static double direct() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }

    private void print(String name, long records, HeapPeak peak) {
        out.println(String.format(
                Locale.ROOT,
                "%-28s %10d records, at most %.1f MiB live after a collection, -Xmx %d MiB, %.1f MiB outside of the heap",
                name,
                records,
                peak.megabytes(),
                Runtime.getRuntime().maxMemory() >> 20,
                direct() / 1048576.0));
    }
}
