package io.github.foggara.benchmarks.job;

import io.github.foggara.api.job.JobParameters;
import io.github.foggara.streams.JobProgram;
import io.github.foggara.streams.StreamEnvironment;

/** W1: generate → map → filter → count, in one chain. */
public final class ChainJob implements JobProgram {
    @Override
    public void define(StreamEnvironment env, JobParameters parameters) {
        long records = Long.parseLong(parameters.string("records"));
        env.fromSequence(0, records - 1)
                .map(v -> v * 3 + 1)
                .filter(v -> (v & 7) != 0)
                .sinkTo(new TotalSink<Long>(v -> v), "count");
    }

    /** What the job must report. */
    public static String expected(long records) {
        long count = 0;
        long sum = 0;
        for (long v = 0; v < records; v++) {
            long mapped = v * 3 + 1;
            if ((mapped & 7) != 0) {
                count++;
                sum += mapped;
            }
        }
        return TotalSink.line(count, sum);
    }
}
