package io.github.foggara.streams;

import static io.github.foggara.streams.Programs.assertRefused;
import static io.github.foggara.streams.Programs.graph;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.function.AggregateFunction;
import io.github.foggara.api.function.Collector;
import io.github.foggara.api.function.KeyedProcessFunction;
import io.github.foggara.api.function.RuntimeContext;
import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorSpec.KeyedProcessSpec;
import io.github.foggara.api.graph.Partitioning;
import io.github.foggara.api.graph.TypeRegistration;
import io.github.foggara.api.state.AggregatingStateDescriptor;
import io.github.foggara.api.state.ListStateDescriptor;
import io.github.foggara.api.state.MapStateDescriptor;
import io.github.foggara.api.state.ReducingStateDescriptor;
import io.github.foggara.api.state.StateDescriptor;
import io.github.foggara.api.state.ValueState;
import io.github.foggara.api.state.ValueStateDescriptor;
import io.github.foggara.streams.Programs.Word;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Functions behind keyBy and the types of their state. */
class KeyedProcessTest {
    record Visit(long at) {}

    record Alert(String user, Level level) {}

    enum Level {
        LOW,
        HIGH
    }

    record Total(long sum) {}

    /** As a user writes it: the descriptor in a field, the state asked for in open. */
    static final class LastVisit implements KeyedProcessFunction<String, Word, Alert> {
        private final ValueStateDescriptor<Visit> descriptor = new ValueStateDescriptor<>("last", Visit.class);
        private transient ValueState<Visit> last;

        @Override
        public void open(RuntimeContext context) {
            last = context.state(descriptor);
        }

        @Override
        public void process(Word word, Context<String> context, Collector<Alert> out) {
            if (last.value() != null) {
                out.collect(new Alert(context.currentKey(), Level.HIGH));
            }
            last.update(new Visit(word.count()));
        }
    }

    static final class Sum implements AggregateFunction<Long, Total, Long> {
        @Override
        public Total createAccumulator() {
            return new Total(0);
        }

        @Override
        public Total add(Long value, Total total) {
            return new Total(total.sum() + value);
        }

        @Override
        public Long result(Total total) {
            return total.sum();
        }

        @Override
        public Total merge(Total left, Total right) {
            return new Total(left.sum() + right.sum());
        }
    }

    private static KeyedStream<Word, String> words(StreamEnvironment env) {
        return env.fromElements(new Word("a")).keyBy(Word::text);
    }

    private static List<Class<?>> types(StateDescriptor descriptor) {
        JobGraph graph = graph(env -> words(env).process((word, context, out) -> out.collect(descriptor.name())));
        return graph.types().stream().<Class<?>>map(TypeRegistration::type).toList();
    }

    @Test
    void aKeyedFunctionStandsBehindAnEdgeByKey() {
        JobGraph graph = graph(env -> words(env).process(new LastVisit()));
        assertThat(graph.node("process-2").spec())
                .isInstanceOfSatisfying(
                        KeyedProcessSpec.class,
                        spec -> assertThat(spec.function()).isInstanceOf(LastVisit.class));
        assertThat(graph.edges().get(0).partitioning()).isInstanceOf(Partitioning.Hash.class);
        assertThat(graph.node("process-2").outputType()).isEqualTo(Alert.class);
    }

    @Test
    void itsInputTypeTellsWhatTheProducerEmits() {
        JobGraph graph = graph(env -> env.fromElements("a")
                .<Word>flatMap((line, out) -> Programs.split(line, out))
                .keyBy(w -> "all")
                .process(new LastVisit()));
        assertThat(graph.node("flat-map-2").outputType()).isEqualTo(Word.class);
    }

    @Test
    void typesOfDescriptorsInFieldsRegisterThemselves() {
        assertThat(graph(env -> words(env).process(new LastVisit())).types())
                .extracting(TypeRegistration::type)
                .contains(Word.class, Alert.class, Level.class, Visit.class);
        assertThat(types(new ValueStateDescriptor<>("s", Visit.class))).contains(Visit.class);
        assertThat(types(new ListStateDescriptor<>("s", Visit.class))).contains(Visit.class);
        assertThat(types(new MapStateDescriptor<>("s", Level.class, Visit.class)))
                .contains(Level.class, Visit.class);
        assertThat(types(new ReducingStateDescriptor<>("s", (a, b) -> a, Visit.class)))
                .contains(Visit.class);
        assertThat(types(new AggregatingStateDescriptor<>("s", new Sum(), Total.class)))
                .contains(Total.class);
    }

    @Test
    void typesOfStateThatHaveNoCodecAreRefusedNamingTheState() {
        assertRefused(env -> {
                    StateDescriptor descriptor = new ValueStateDescriptor<>("worker", Thread.class);
                    words(env).process((word, context, out) -> out.collect(descriptor.name()));
                })
                .contains("process-2", "state 'worker'", "java.lang.Thread");
    }

    @Test
    void functionsOfDescriptorsAreLookedAtToo() {
        assertRefused(env -> {
                    StateDescriptor descriptor =
                            new ReducingStateDescriptor<>("sum", (a, b) -> env == null ? a : b, Long.class);
                    words(env).process((word, context, out) -> out.collect(descriptor.name()));
                })
                .contains("process-2", "state 'sum'", "StreamEnvironment");
    }
}
