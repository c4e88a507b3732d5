package io.github.foggara.benchmarks.job;

import io.github.foggara.api.job.JobParameters;
import io.github.foggara.benchmarks.work.Chain;
import io.github.foggara.streams.JobProgram;
import io.github.foggara.streams.StreamEnvironment;

/** W1: generate → map → filter → count, in one chain. */
public final class ChainJob implements JobProgram {
    @Override
    public void define(StreamEnvironment env, JobParameters parameters) {
        long records = Long.parseLong(parameters.string("records"));
        env.fromSequence(0, records - 1)
                .map(Chain::map)
                .filter(Chain::keep)
                .sinkTo(new TotalSink<Long>(v -> v), "count");
    }
}
