package io.github.foggara.itests.simulation;

import io.github.foggara.api.function.Collector;
import io.github.foggara.api.function.KeyedProcessFunction;
import io.github.foggara.api.function.MapFunction;
import io.github.foggara.api.function.RuntimeContext;
import io.github.foggara.api.job.JobParameters;
import io.github.foggara.api.state.ValueState;
import io.github.foggara.api.state.ValueStateDescriptor;
import io.github.foggara.streams.JobProgram;
import io.github.foggara.streams.StreamEnvironment;
import java.util.List;

/**
 * Twice side by side: ids from 0 on → by key → numbered in keyed state → a file sink that publishes by checkpoints. So each id comes once,
 * and the numbers of each key have no gap, if every record counts once.
 */
final class IdPipelines implements JobProgram {
    static final List<String> SIDES = List.of("left", "right");
    static final int KEYS = 3;
    static final int IDS = 40;

    @Override
    public void define(StreamEnvironment env, JobParameters parameters) {
        long seed = Long.parseLong(parameters.string("seed"));
        for (String side : SIDES) {
            env.fromSequence(0, IDS - 1)
                    .uid(side + "-ids")
                    .map(new Paced(seed, side))
                    .uid(side + "-paced")
                    .keyBy(IdPipelines::key)
                    .process(new Numbering())
                    .uid(side + "-numbers")
                    .sinkTo(new IdSink(seed, side, parameters.path("output").resolve(side)), side)
                    .uid(side + "-files");
        }
    }

    private static Long key(Long id) {
        return id % KEYS;
    }

    /** Takes a moment for each record, and throws when the book of its seed says so. */
    private record Paced(long seed, String side) implements MapFunction<Long, Long> {
        @Override
        public Long map(Long id) {
            IdBook book = IdBook.of(seed);
            book.pace();
            if (book.fails(side)) {
                throw new IllegalStateException("the seed says so");
            }
            return id;
        }
    }

    private static final class Numbering implements KeyedProcessFunction<Long, Long, String> {
        private static final long serialVersionUID = 1L;
        private transient ValueState<Long> last;

        @Override
        public void open(RuntimeContext context) {
            last = context.state(new ValueStateDescriptor<>("last", Long.class));
        }

        @Override
        public void process(Long id, Context<Long> context, Collector<String> out) {
            Long before = last.value();
            long number = before == null ? 0 : before + 1;
            last.update(number);
            out.collect(context.currentKey() + " " + number + " " + id);
        }
    }
}
