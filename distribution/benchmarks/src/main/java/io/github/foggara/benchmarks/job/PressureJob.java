package io.github.foggara.benchmarks.job;

import io.github.foggara.api.job.JobParameters;
import io.github.foggara.streams.JobProgram;
import io.github.foggara.streams.StreamEnvironment;

/** A fast source before a slow consumer: what queues hold is all that may grow. */
public final class PressureJob implements JobProgram {
    @Override
    public void define(StreamEnvironment env, JobParameters parameters) {
        long records = Long.parseLong(parameters.string("records"));
        int size = parameters.integer("size", 8, 0, 16 << 20);
        int work = parameters.integer("work", 0, 0, 1_000_000);
        env.fromSequence(0, records - 1)
                .map(v -> new Text(v, "x".repeat(size)))
                .rebalance()
                .filter(t -> busy(t.key(), work) != 0)
                .sinkTo(new TotalSink<Text>(t -> t.text().length()));
    }

    /** Burns time without memory. */
    private static long busy(long seed, int rounds) {
        long mixed = seed;
        for (int i = 0; i < rounds; i++) {
            mixed = mixed * 6364136223846793005L + 1442695040888963407L;
        }
        return mixed == 0 ? 1 : mixed;
    }

    /** What the job must report. */
    public static String expected(long records, int size) {
        return TotalSink.line(records, records * size);
    }
}
