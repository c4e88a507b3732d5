package io.github.foggara.benchmarks.job;

import io.github.foggara.api.job.JobParameters;
import io.github.foggara.benchmarks.work.Numbers;
import io.github.foggara.benchmarks.work.Pair;
import io.github.foggara.streams.JobProgram;
import io.github.foggara.streams.StreamEnvironment;

/** W2: an all-to-all shuffle of (long, long) records and a sum per key, an update out per record. */
public final class ShuffleJob implements JobProgram {
    @Override
    public void define(StreamEnvironment env, JobParameters parameters) {
        long records = Long.parseLong(parameters.string("records"));
        long keys = Long.parseLong(parameters.string("keys"));
        env.option("execution.runtime-mode", "STREAMING");
        env.fromSequence(0, records - 1)
                .map(number -> pair(number, keys))
                .keyBy(Pair::key)
                .sum(Pair::value)
                .sinkTo(new TotalSink<Pair>(p -> Numbers.digest(p.key(), p.value())), "updates");
    }

    static Pair pair(long number, long keys) {
        long key = Numbers.key(number, keys);
        return new Pair(key, Numbers.value(key));
    }
}
