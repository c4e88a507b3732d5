package io.github.foggara.itests.simulation;

import io.github.foggara.api.function.MapFunction;
import io.github.foggara.api.job.JobParameters;
import io.github.foggara.streams.JobProgram;
import io.github.foggara.streams.StreamEnvironment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Two pipelines side by side, so that a failure in one need not concern the other; what comes out is known. */
final class Pipelines implements JobProgram {
    private static final int LEFT = 24;
    private static final int RIGHT = 15;

    record Count(long key, long count) {}

    @Override
    public void define(StreamEnvironment env, JobParameters parameters) {
        long seed = Long.parseLong(parameters.string("seed"));
        env.fromSequence(1, LEFT)
                .map(new Flawed(seed))
                .keyBy(Count::key)
                .sum(Count::count)
                .sinkTo(new LedgerSink(seed, "left"), "left");
        env.fromSequence(1, RIGHT)
                .map(new Flawed(seed))
                .keyBy(Count::key)
                .sum(Count::count)
                .sinkTo(new LedgerSink(seed, "right"), "right");
    }

    /** In BATCH mode: one line per key, by side. */
    static Map<String, List<String>> expected() {
        return Map.of("left", counts(LEFT), "right", counts(RIGHT));
    }

    private static List<String> counts(int numbers) {
        List<String> lines = new ArrayList<>();
        for (long key = 0; key < 3; key++) {
            long count = 0;
            for (int n = 1; n <= numbers; n++) {
                count += n % 3 == key ? 1 : 0;
            }
            lines.add(new Count(key, count).toString());
        }
        lines.sort(null);
        return lines;
    }

    /** Throws when the ledger of its seed says so. */
    private record Flawed(long seed) implements MapFunction<Long, Count> {
        @Override
        public Count map(Long number) {
            if (Ledger.of(seed).fails()) {
                throw new IllegalStateException("the seed says so");
            }
            return new Count(number % 3, 1);
        }
    }
}
