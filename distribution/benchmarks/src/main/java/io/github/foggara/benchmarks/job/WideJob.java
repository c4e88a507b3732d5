package io.github.foggara.benchmarks.job;

import io.github.foggara.api.job.JobParameters;
import io.github.foggara.benchmarks.work.Numbers;
import io.github.foggara.benchmarks.work.Wide;
import io.github.foggara.streams.JobProgram;
import io.github.foggara.streams.StreamEnvironment;

/** W2r: the shuffle with a record of ten fields and a string key. */
public final class WideJob implements JobProgram {
    @Override
    public void define(StreamEnvironment env, JobParameters parameters) {
        long records = Long.parseLong(parameters.string("records"));
        long keys = Long.parseLong(parameters.string("keys"));
        env.option("execution.runtime-mode", "STREAMING");
        env.fromSequence(0, records - 1)
                .map(number -> Wide.of(number, keys))
                .keyBy(Wide::key)
                .sum(Wide::amount)
                .sinkTo(new TotalSink<Wide>(w -> Numbers.digest(w.key().hashCode(), w.amount())), "updates");
    }
}
