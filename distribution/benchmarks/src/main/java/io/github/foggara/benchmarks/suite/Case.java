package io.github.foggara.benchmarks.suite;

import io.github.foggara.benchmarks.work.UsageException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A workload of the suite: how much each side is given to do, so that a repetition takes some seconds on each, and which
 * path the records take there.
 */
enum Case {
    W1(
            "chain: numbers → map → filter → count, parallelism 1, after five other jobs in the same JVM",
            sizes(600_000_000, 100_000_000, 30_000_000),
            paths(
                    "boxed Long, pulled by the chain's own loop",
                    "boxed Long, object reuse, source emits 128 per poll",
                    "boxed Long, map and filter fused, ParallelGC"),
            Metric.rate(4)),
    W2(
            "shuffle in one process: 2 → 2, (long, long), sum per key, 1M keys, an update out per record",
            sizes(60_000_000, 10_000_000, 6_000_000),
            paths(
                    "Java record by reference, keyBy(Pair::key).sum(Pair::value)",
                    "reused Tuple2, serialized into local buffers, ValueState on the heap",
                    "Java record by reference, mapStateful with LongAccumulator"),
            Metric.rate(6)),
    W2R(
            "the same with a record of ten mixed fields and a string key",
            sizes(16_000_000, 5_000_000, 4_000_000),
            paths(
                    "Java record by reference, keyBy(Wide::key).sum(Wide::amount)",
                    "reused Tuple10, serialized into local buffers, ValueState on the heap",
                    "Java record by reference, mapStateful with LongAccumulator"),
            Metric.rate(3)),
    W3(
            "word count over text files, streaming, an update out per word",
            sizes(0, 0, 0),
            paths(
                    "FileSource.lines, flatMap to a Java record, keyBy(Word::text).sum(Word::count)",
                    "FileSource, flatMap to a reused Tuple2, ValueState on the heap",
                    "files source, flatMap to String, rollingAggregate(counting())"),
            Metric.rate(4)),
    MANY(
            "the shuffle with 64 → 64 subtasks",
            sizes(30_000_000, 4_000_000, 3_000_000),
            paths("as W2", "as W2, 1 GB of network memory", "as W2"),
            Metric.rate(4)),
    W4(
            "sortPartition of 20M rows of a long key and 100 bytes, with 256 MB of memory in all",
            Map.of(SideName.FOGGARA, 20_000_000L, SideName.FLINK, 20_000_000L),
            Map.of(
                    SideName.FOGGARA,
                    "Java record, sortPartition(Row::key, ASCENDING)",
                    SideName.FLINK,
                    "reused Tuple2, sortPartition(1, ASCENDING), object reuse"),
            Metric.rate(3)),
    W4M(
            "the same with 5M rows, all in memory",
            Map.of(SideName.FOGGARA, 5_000_000L, SideName.FLINK, 5_000_000L),
            Map.of(SideName.FOGGARA, "as W4", SideName.FLINK, "as W4, 2 GB of managed memory"),
            Metric.rate(3)),
    W4P(
            "mapPartition: a function that iterates over all records of its subtask",
            Map.of(SideName.FOGGARA, 100_000_000L, SideName.FLINK, 20_000_000L),
            Map.of(SideName.FOGGARA, "boxed Long, by reference", SideName.FLINK, "boxed Long, object reuse"),
            Metric.rate(4)),
    LAT(
            "100,000 records/s through one shuffle, from the time a record was due to its arrival",
            sizes(0, 0, 0),
            paths(
                    "source naps until the next record is due",
                    "source naps until the next record is due, buffer timeout 0",
                    "source is asked at Jet's own intervals"),
            Metric.ahead("p50", "ms", 1),
            Metric.ahead("p99", "ms", 1),
            Metric.ahead("p999", "ms", 1)),
    W2N(
            "W2 between two TaskManagers, which exchange records by TCP on the loopback address",
            sizes(20_000_000, 6_000_000, 3_000_000),
            paths(
                    "as W2; JobMaster and two TaskManagers in one process, shared secret",
                    "as W2; MiniCluster with two TaskManagers in one process",
                    "as W2; two members in one process"),
            Metric.rate(4)),
    LATN(
            "LAT between two TaskManagers",
            sizes(0, 0, 0),
            paths("as LAT and W2n", "as LAT and W2n", "as LAT and W2n"),
            Metric.ahead("p50", "ms", 1),
            Metric.ahead("p99", "ms", 1),
            Metric.ahead("p999", "ms", 1)),
    W5(
            "the shuffle of W2 with its sums in state of a user's function, without checkpoints and with one a second",
            Map.of(SideName.FOGGARA, 90_000_000L, SideName.FLINK, 22_000_000L),
            Map.of(
                    SideName.FOGGARA,
                    "KeyedProcessFunction with ValueState, backend heap, files forced",
                    SideName.FLINK,
                    "KeyedProcessFunction with ValueState, backend hashmap, object reuse; full aligned checkpoints, files not forced"),
            Metric.rate("without", 1),
            Metric.rate("with", 1),
            Metric.atMost("loss", "%", 5),
            Metric.ahead("processor", "ms", 1),
            Metric.ahead("p50", "ms", 1),
            Metric.atMost("p99", "ms", 100),
            Metric.ahead("pause/without", "ms", 1),
            Metric.ahead("pause/with", "ms", 1),
            Metric.ahead("restore", "ms", 1),
            Metric.ahead("bytes", "per key", 1)),
    W8(
            "`java` to the first result of a word count of 44 KB; resident memory when idle",
            sizes(0, 0, 0),
            paths(
                    "bin/foggara run word-count, prepared by bin/foggara prepare; memory of bin/foggara start without a job",
                    "MiniCluster, G1, -Xms64m; memory after the job",
                    "embedded member, G1, -Xms64m; memory after the job"),
            Metric.ahead("first", "s", 2),
            Metric.atMost("resident", "MB", 100)),
    IDLE(
            "a running job without input: processor time",
            sizes(0, 0, 0),
            paths("source says NOTHING_AVAILABLE", "source is not available", "source returns false"),
            Metric.atMost("cpu", "% of a core", 0.5)),
    MTTR(
            "a task throws: to its restart's first record (failed), to the last task's (all), at 2, 16 and 64 subtasks",
            sizes(0, 0, 0),
            Map.of(
                    SideName.FOGGARA,
                    "fixed-delay of 0 ms, region, event log on disk; the sources are woken",
                    SideName.FLINK,
                    "fixed-delay of 0 ms, region, no checkpoints, buffer timeout 0; the sources are woken"),
            Metric.ahead("failed/2", "ms", 4),
            Metric.ahead("all/2", "ms", 4),
            Metric.ahead("failed/16", "ms", 4),
            Metric.ahead("all/16", "ms", 4),
            Metric.ahead("failed/64", "ms", 4),
            Metric.ahead("all/64", "ms", 4),
            Metric.atMost("growth", "of linear", 1));

    private final String description;
    private final Map<SideName, Long> records;
    private final Map<SideName, String> paths;
    private final List<Metric> metrics;

    Case(String description, Map<SideName, Long> records, Map<SideName, String> paths, Metric... metrics) {
        this.description = description;
        this.records = records;
        this.paths = paths;
        this.metrics = List.of(metrics);
    }

    private static Map<SideName, Long> sizes(long foggara, long flink, long jet) {
        return Map.of(SideName.FOGGARA, foggara, SideName.FLINK, flink, SideName.JET, jet);
    }

    private static Map<SideName, String> paths(String foggara, String flink, String jet) {
        return Map.of(SideName.FOGGARA, foggara, SideName.FLINK, flink, SideName.JET, jet);
    }

    static Case of(String label) {
        return Arrays.stream(values())
                .filter(c -> c.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new UsageException("There is no workload " + label + "; workloads are SUITE, "
                        + Arrays.stream(values()).map(Case::label).collect(Collectors.joining(", "))));
    }

    /** As on the command line. */
    String label() {
        return switch (this) {
            case MANY -> "64x64";
            case W2R -> "W2r";
            case W2N -> "W2n";
            case LATN -> "LATn";
            case W4M -> "W4m";
            case W4P -> "W4p";
            case IDLE -> "idle";
            default -> name();
        };
    }

    String description() {
        return description;
    }

    long records(SideName side) {
        return records.get(side);
    }

    /** Whether it can be done there. */
    boolean has(SideName side) {
        return paths.containsKey(side);
    }

    String path(SideName side) {
        return paths.get(side);
    }

    List<Metric> metrics() {
        return metrics;
    }

    /** Throughput is measured with the collector that suits the peers best, latency with one that pauses less. */
    String collector() {
        return this == LAT || this == IDLE || this == MTTR ? "G1" : "Parallel";
    }

    /**
     * How long each side warms up. Where 128 threads share the processors with the compilers that takes twice as long, and where one run takes seconds there have
     * to be several.
     */
    String warmSeconds() {
        return switch (this) {
            case MANY -> "20";
            case W4 -> "40";
            default -> "10";
        };
    }
}
