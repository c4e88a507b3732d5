package io.github.foggara.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.foggara.api.function.Collector;
import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.job.CommitterContext;
import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.api.job.JobParameters;
import io.github.foggara.api.job.Sink;
import io.github.foggara.api.job.SinkCommitter;
import io.github.foggara.api.job.SinkContext;
import io.github.foggara.api.job.SinkWriter;
import java.util.Map;
import java.util.function.Consumer;
import org.assertj.core.api.AbstractStringAssert;

/** Programs of the tests and what they are made of. */
final class Programs {
    record Word(String text, long count) {
        Word(String text) {
            this(text, 1);
        }

        static Word merge(Word left, Word right) {
            return new Word(left.text, left.count + right.count);
        }
    }

    /** Nothing is ever written: these programs are only drawn. */
    static final class NoSink<T> implements Sink<T> {
        @Override
        public SinkWriter<T> createWriter(SinkContext context) {
            throw new UnsupportedOperationException("drawn, not run");
        }

        @Override
        public SinkCommitter createCommitter(CommitterContext context) {
            return null;
        }
    }

    private Programs() {}

    static void split(String line, Collector<Word> out) {
        for (String text : line.split(" ")) {
            out.collect(new Word(text));
        }
    }

    /** Hides the type from the compiler, as a method of a library would. */
    static <T> void repeat(T record, Collector<T> out) {
        out.collect(record);
    }

    static JobGraph graph(Consumer<StreamEnvironment> program) {
        JobProgram job = (env, parameters) -> program.accept(env);
        return job.graph(new JobParameters(Map.of(), 0, 0));
    }

    static AbstractStringAssert<?> assertRefused(Consumer<StreamEnvironment> program) {
        Throwable thrown = catchThrowable(() -> graph(program));
        assertThat(thrown).isInstanceOf(JobDefinitionException.class);
        return assertThat(thrown.getMessage());
    }
}
