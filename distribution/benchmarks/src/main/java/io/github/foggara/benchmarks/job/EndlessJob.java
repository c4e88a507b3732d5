package io.github.foggara.benchmarks.job;

import io.github.foggara.api.job.JobParameters;
import io.github.foggara.benchmarks.work.Latencies;
import io.github.foggara.benchmarks.work.Pair;
import io.github.foggara.streams.JobProgram;
import io.github.foggara.streams.StreamEnvironment;

/** LAT: records at an even rate through one shuffle; idle: the same without a record. */
public final class EndlessJob implements JobProgram {
    @Override
    public void define(StreamEnvironment env, JobParameters parameters) {
        double rate = Double.parseDouble(parameters.string("rate"));
        long keys = Long.parseLong(parameters.string("keys"));
        env.option("execution.runtime-mode", "STREAMING");
        env.fromSource(new EndlessSource(rate, keys), "paced")
                .keyBy(Pair::key)
                .<Pair>process((pair, context, out) -> Latencies.arrived(pair.value()))
                .returns(Pair.class)
                .sinkTo(new TotalSink<Pair>(Pair::value), "none");
    }
}
