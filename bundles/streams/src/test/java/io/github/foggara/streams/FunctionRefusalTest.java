package io.github.foggara.streams;

import static io.github.foggara.streams.Programs.assertRefused;
import static io.github.foggara.streams.Programs.graph;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.function.Collector;
import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.function.MapFunction;
import io.github.foggara.api.function.ProcessFunction;
import io.github.foggara.api.graph.OperatorSpec.OperatorRef;
import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.api.job.JobParameters;
import io.github.foggara.streams.Programs.NoSink;
import io.github.foggara.streams.Programs.Word;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Jobs that break a rule about functions and what they carry. */
class FunctionRefusalTest {
    private static final JobParameters NONE = new JobParameters(Map.of(), 0, 0);

    /** The usual slip: a lambda that reads a field of the program. */
    static final class UsesItsField implements JobProgram {
        private final int least = Integer.getInteger("least", 3);

        @Override
        public void define(StreamEnvironment env, JobParameters parameters) {
            env.fromElements("a").filter(s -> s.length() > least);
        }
    }

    static final class UsesItsMethod implements JobProgram {
        @Override
        public void define(StreamEnvironment env, JobParameters parameters) {
            env.fromElements("a").map(this::shout).name("shout");
        }

        private String shout(String text) {
            return text + "!" + hashCode();
        }
    }

    static final class UsesAnonymousClass implements JobProgram {
        @Override
        public void define(StreamEnvironment env, JobParameters parameters) {
            env.fromElements("a").map(new MapFunction<String, String>() {
                @Override
                public String map(String record) {
                    return record + UsesAnonymousClass.this.hashCode();
                }
            });
        }
    }

    static final class Count implements ProcessFunction<String, Long> {
        private long seen;

        @Override
        public void process(String record, Collector<Long> out) {
            out.collect(++seen);
        }
    }

    @Test
    void lambdaThatUsesTheProgramIsRefused() {
        for (JobProgram program : List.of(new UsesItsField(), new UsesItsMethod(), new UsesAnonymousClass())) {
            assertThatThrownBy(() -> program.graph(NONE))
                    .isInstanceOf(JobDefinitionException.class)
                    .hasMessageContaining(program.getClass().getName())
                    .hasMessageContaining("-2")
                    .hasMessageContaining("which all runs share");
        }
    }

    @Test
    void lambdaThatUsesTheDrawingIsRefused() {
        assertRefused(env -> env.fromElements("a").map(s -> s + env)).contains("map-2", "StreamEnvironment");
        assertRefused(env -> {
                    DataStream<String> other = env.fromElements("b");
                    env.fromElements("a").map(s -> s + other);
                })
                .contains("map-3", "DataStream");
    }

    @Test
    void oneFunctionObjectForTwoOperatorsIsRefused() {
        assertRefused(env -> {
                    Count count = new Count();
                    env.fromElements("a").process(count);
                    env.fromElements("b").process(count);
                })
                .contains("process-4", Count.class.getName(), "give each its own");
        assertThat(graph(env -> env.fromElements("a")
                                .process(new Count())
                                .map(n -> "" + n)
                                .process(new Count()))
                        .nodes())
                .hasSize(4);
    }

    @Test
    void nullIsRefusedNamingTheOperator() {
        assertRefused(env -> env.fromElements("a").map(null)).contains("map-2", "'collection' (uid collection-1)");
        assertRefused(env -> env.fromElements("a").filter(null)).contains("filter-2");
        assertRefused(env -> env.fromElements("a").flatMap(null)).contains("flat-map-2");
        assertRefused(env -> env.fromElements("a").process(null)).contains("process-2");
        assertRefused(env -> env.fromElements("a").keyBy(null)).contains("keyBy", "collection-1");
        assertRefused(env -> env.fromElements("a").sinkTo(null)).contains("sinkTo", "collection-1");
        assertRefused(env -> env.fromElements("a").union((DataStream<String>) null))
                .contains("union", "collection-1");
        assertRefused(env -> env.fromElements("a").returns(null)).contains("returns", "collection-1");
        assertRefused(env -> env.fromElements("a").transform(null, String.class))
                .contains("transform");
        assertRefused(env -> env.fromSource(null, "orders")).contains("fromSource", "orders");
        assertRefused(env -> words(env).reduce(null)).contains("reduce-2", "collection-1");
        assertRefused(env -> words(env).process(null)).contains("process-2");
        assertRefused(env -> words(env).sum((KeySelector<Word, Long>) null)).contains("sum-2");
    }

    @Test
    void functionsOfAPluginOperatorAreLookedAtToo() {
        assertRefused(env -> {
                    MapFunction<String, String> bad = s -> s + env;
                    OperatorRef reference = new OperatorRef("window", "sort", Map.of(), List.of(bad));
                    env.fromElements("a").transform(reference, String.class);
                })
                .contains("sort-2", "StreamEnvironment");
    }

    @Test
    void functionsOfAReportAreLookedAtToo() {
        assertRefused(env ->
                        env.fromElements("a").sinkTo(ReportSink.topN(1, String::compareTo, s -> s + env), "largest"))
                .contains("'largest'", "StreamEnvironment");
    }

    @Test
    void aggregatesNeedAnAccessorThatCanBeRead() {
        assertRefused(env -> words(env).sum(w -> w.count())).contains("sum-2", "method reference such as Word::count");
        assertRefused(env -> words(env).max(Word::hashCode)).contains("max-2", "hashCode");
        assertRefused(env -> env.fromElements("a").keyBy(String::length).min(String::length))
                .contains("min-2", "accessor of a record component");
    }

    @Test
    void environmentOfAnEndedDefineIsRefused() {
        StreamEnvironment[] kept = new StreamEnvironment[1];
        graph(env -> {
            kept[0] = env;
            env.fromElements("a");
        });
        assertThatThrownBy(() -> kept[0].fromElements("b"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("one call of define");
        assertThatThrownBy(() -> kept[0].option("a", "b")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void environmentOnAnotherThreadIsRefused() throws InterruptedException {
        Throwable[] thrown = new Throwable[1];
        StreamEnvironment env = new StreamEnvironment();
        Thread other = new Thread(() -> env.fromElements("a").sinkTo(new NoSink<>()));
        other.setUncaughtExceptionHandler((thread, e) -> thrown[0] = e);
        other.start();
        other.join();
        assertThat(thrown[0]).isInstanceOf(IllegalStateException.class).hasMessageContaining("its thread");
    }

    private static KeyedStream<Word, String> words(StreamEnvironment env) {
        return env.fromElements(new Word("a")).keyBy(Word::text);
    }
}
