package io.github.foggara.benchmarks.micro;

import io.github.foggara.benchmarks.FoggaraSide;
import io.github.foggara.benchmarks.work.Load;
import io.github.foggara.benchmarks.work.Totals;
import io.github.foggara.benchmarks.work.Workload;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A record through source, map, filter and sink of one chain, as part of a whole job. */
@State(Scope.Benchmark)
public class FusedChainBenchmark {
    private static final int RECORDS = 50_000_000;

    /** Whether jobs of other shapes ran before in the same JVM. */
    @Param({"false", "true"})
    public boolean afterOthers;

    private FoggaraSide side;

    @Setup(Level.Trial)
    public void make() throws Exception {
        side = new FoggaraSide(Workload.CHAIN);
        if (afterOthers) {
            side.runOthers(2_000_000);
        }
    }

    @TearDown
    public void close() throws Exception {
        side.close();
    }

    @Benchmark
    @BenchmarkMode(Mode.AverageTime)
    @OperationsPerInvocation(RECORDS)
    public Totals job() throws InterruptedException {
        return side.run(new Load(Workload.CHAIN, 1, RECORDS, 1, 0, Path.of("")));
    }
}
