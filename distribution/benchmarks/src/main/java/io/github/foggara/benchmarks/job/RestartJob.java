package io.github.foggara.benchmarks.job;

import io.github.foggara.api.function.Collector;
import io.github.foggara.api.function.KeyedProcessFunction;
import io.github.foggara.api.function.RuntimeContext;
import io.github.foggara.api.job.JobParameters;
import io.github.foggara.benchmarks.work.Failures;
import io.github.foggara.benchmarks.work.Numbers;
import io.github.foggara.benchmarks.work.Pair;
import io.github.foggara.streams.JobProgram;
import io.github.foggara.streams.StreamEnvironment;

/** MTTR: a trickle of records through one shuffle, behind which a task may fail. */
public final class RestartJob implements JobProgram {
    @Override
    public void define(StreamEnvironment env, JobParameters parameters) {
        double rate = Double.parseDouble(parameters.string("rate"));
        long records = Long.parseLong(parameters.string("records"));
        long keys = Long.parseLong(parameters.string("keys"));
        env.option("execution.runtime-mode", "STREAMING");
        env.fromSource(new TrickleSource(rate, records, keys), "trickle")
                .keyBy(Pair::key)
                .process(new Failing())
                .returns(Pair.class)
                .sinkTo(new TotalSink<Pair>(p -> Numbers.digest(p.key(), p.value())), "records");
    }

    /** Hands records on, until it is told to fail. */
    private static final class Failing implements KeyedProcessFunction<Long, Pair, Pair> {
        private int subtask;
        private boolean begun;

        @Override
        public void open(RuntimeContext context) {
            subtask = context.subtask();
        }

        @Override
        public void process(Pair pair, Context<Long> context, Collector<Pair> out) {
            if (!begun) {
                begun = true;
                Failures.first(Failures.KEYED, subtask);
            }
            Failures.failIfDue(subtask);
            out.collect(pair);
        }
    }
}
