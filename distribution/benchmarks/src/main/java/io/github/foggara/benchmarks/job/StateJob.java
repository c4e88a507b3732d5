package io.github.foggara.benchmarks.job;

import io.github.foggara.api.function.Collector;
import io.github.foggara.api.function.KeyedProcessFunction;
import io.github.foggara.api.function.RuntimeContext;
import io.github.foggara.api.job.JobParameters;
import io.github.foggara.api.state.ValueState;
import io.github.foggara.api.state.ValueStateDescriptor;
import io.github.foggara.benchmarks.work.Numbers;
import io.github.foggara.benchmarks.work.Pair;
import io.github.foggara.benchmarks.work.Watch;
import io.github.foggara.streams.JobProgram;
import io.github.foggara.streams.StreamEnvironment;

/** W5: the shuffle of W2 with its sums in state of a user's function. */
public final class StateJob implements JobProgram {
    @Override
    public void define(StreamEnvironment env, JobParameters parameters) {
        long records = Long.parseLong(parameters.string("records"));
        long keys = Long.parseLong(parameters.string("keys"));
        env.option("execution.runtime-mode", "STREAMING");
        env.fromSource(new RangeSource(records), "numbers")
                .map(number -> ShuffleJob.pair(number, keys))
                .keyBy(Pair::key)
                .process(new Sum())
                .returns(Pair.class)
                .sinkTo(new TotalSink<Pair>(p -> Numbers.digest(p.key(), p.value())), "updates");
    }

    /** A running sum per key. */
    private static final class Sum implements KeyedProcessFunction<Long, Pair, Pair> {
        private ValueState<Long> sums;
        private Watch watch;

        @Override
        public void open(RuntimeContext context) {
            sums = context.state(new ValueStateDescriptor<>("sums", Long.class));
            watch = new Watch(context.subtask());
        }

        @Override
        public void process(Pair pair, Context<Long> context, Collector<Pair> out) {
            watch.record();
            Long before = sums.value();
            long sum = before == null ? pair.value() : before + pair.value();
            sums.update(sum);
            out.collect(new Pair(pair.key(), sum));
        }

        @Override
        public void close() {
            watch.end();
        }
    }
}
