package io.github.foggara.benchmarks.job;

import io.github.foggara.api.job.JobDefinition;
import io.github.foggara.api.job.JobParameters;
import io.github.foggara.benchmarks.work.Pair;
import io.github.foggara.streams.JobProgram;
import java.util.Map;

/** Five small jobs that run before a measured one, so that shared call sites of the engine have seen other classes. */
public final class OtherJobs {
    private OtherJobs() {}

    public static Map<String, JobDefinition> all() {
        JobProgram text = (env, p) -> env.fromSequence(1, records(p))
                .map(v -> Long.toString(v))
                .filter(s -> s.length() > 2)
                .map(String::length)
                .sinkTo(new TotalSink<Integer>(n -> n));
        JobProgram doubles = (env, p) -> env.fromSequence(1, records(p))
                .map(v -> v / 3.0)
                .filter(d -> d > 1)
                .sinkTo(new TotalSink<Double>(d -> d.longValue()));
        JobProgram flat = (env, p) -> env.fromSequence(1, records(p))
                .<Long>flatMap((v, out) -> {
                    out.collect(v);
                    out.collect(-v);
                })
                .returns(Long.class)
                .sinkTo(new TotalSink<Long>(v -> v));
        JobProgram pairs = (env, p) -> env.fromSequence(1, records(p))
                .map(v -> new Pair(v % 100, v))
                .keyBy(Pair::key)
                .max(Pair::value)
                .sinkTo(new TotalSink<Pair>(Pair::value));
        JobProgram counted = (env, p) -> env.fromSequence(1, records(p))
                .map(v -> new Text(v % 10, "text"))
                .keyBy(Text::text)
                .count()
                .sinkTo(new TotalSink<>(c -> c.count()));
        return Map.of("text", text, "doubles", doubles, "flat", flat, "pairs", pairs, "counted", counted);
    }

    private static long records(JobParameters parameters) {
        return Long.parseLong(parameters.string("records"));
    }
}
