package io.github.foggara.itests.job;

import io.github.foggara.api.function.Collector;
import io.github.foggara.api.function.KeyedProcessFunction;
import io.github.foggara.api.function.MapFunction;
import io.github.foggara.api.function.RuntimeContext;
import io.github.foggara.api.job.JobParameters;
import io.github.foggara.api.state.ValueState;
import io.github.foggara.api.state.ValueStateDescriptor;
import io.github.foggara.connector.file.FileSink;
import io.github.foggara.streams.StreamEnvironment;
import java.nio.file.Files;
import java.nio.file.Path;

/** Ids from 0 on → by key → numbered in keyed state → CSV files; slowly, as long as a file is there. */
final class Ids {
    private Ids() {}

    static void define(StreamEnvironment env, JobParameters parameters) {
        env.fromSequence(0, parameters.integer("count", 1000, 1, Integer.MAX_VALUE) - 1L)
                .map(new Slow(parameters.string("slow")))
                .keyBy(Residue::residue)
                .process(new Numbering())
                .name("number")
                .sinkTo(FileSink.csv(parameters.path("output"), Numbered.class), "numbered");
    }

    /**
     * An id of a key.
     *
     * @param number from 0, without a gap
     */
    public record Numbered(int key, long number, long id) {}

    static final class Slow implements MapFunction<Long, Residue> {
        private static final long serialVersionUID = 1L;

        private final String file;
        private transient boolean fast;

        Slow(String file) {
            this.file = file;
        }

        @Override
        public Residue map(Long id) throws InterruptedException {
            fast = fast || !Files.exists(Path.of(file));
            if (!fast) {
                Thread.sleep(1);
            }
            return Residue.of(id);
        }
    }

    static final class Numbering implements KeyedProcessFunction<Integer, Residue, Numbered> {
        private static final long serialVersionUID = 1L;

        private transient ValueState<Long> last;

        @Override
        public void open(RuntimeContext context) {
            last = context.state(new ValueStateDescriptor<>("last", Long.class));
        }

        @Override
        public void process(Residue id, Context<Integer> context, Collector<Numbered> out) {
            Long before = last.value();
            long number = before == null ? 0 : before + 1;
            last.update(number);
            out.collect(new Numbered(context.currentKey(), number, id.number()));
        }
    }
}
