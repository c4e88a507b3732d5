package io.github.foggara.benchmarks.job;

import io.github.foggara.api.job.JobParameters;
import io.github.foggara.streams.JobProgram;
import io.github.foggara.streams.StreamEnvironment;

/** W2: an all-to-all shuffle of (long, long) records and a sum per key, an update out per record. */
public final class ShuffleJob implements JobProgram {
    /** Spreads the numbers over the keys: odd, so each key is met equally often. */
    private static final long STRIDE = 0x9E3779B97F4A7C15L;

    @Override
    public void define(StreamEnvironment env, JobParameters parameters) {
        long records = Long.parseLong(parameters.string("records"));
        long keys = Long.parseLong(parameters.string("keys"));
        env.option("execution.runtime-mode", "STREAMING");
        env.fromSequence(0, records - 1)
                .map(v -> new Pair(key(v, keys), 1))
                .keyBy(Pair::key)
                .sum(Pair::value)
                .sinkTo(new TotalSink<Pair>(Pair::value), "updates");
    }

    private static long key(long number, long keys) {
        return Long.remainderUnsigned(number * STRIDE >>> 16, keys);
    }

    /** What the job must report; the sum of all running sums does not depend on the order, only on how often a key came. */
    public static String expected(long records, long keys) {
        long[] sums = new long[Math.toIntExact(keys)];
        long total = 0;
        for (long v = 0; v < records; v++) {
            int key = (int) key(v, keys);
            sums[key] += 1;
            total += sums[key];
        }
        return TotalSink.line(records, total);
    }
}
