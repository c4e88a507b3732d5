package io.github.foggara.kernel.program;

import static io.github.foggara.kernel.program.TestPrograms.PARAMETERS;
import static io.github.foggara.kernel.program.TestPrograms.mapping;
import static io.github.foggara.kernel.program.TestPrograms.program;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.function.MapFunction;
import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorSpec.CollectionSpec;
import io.github.foggara.api.graph.OperatorSpec.MapSpec;
import io.github.foggara.api.graph.OperatorSpec.OperatorRef;
import io.github.foggara.api.graph.OperatorSpec.SinkSpec;
import io.github.foggara.api.job.CommitterContext;
import io.github.foggara.api.job.JobDefinition;
import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.api.job.JobParameters;
import io.github.foggara.api.job.Sink;
import io.github.foggara.api.job.SinkCommitter;
import io.github.foggara.api.job.SinkContext;
import io.github.foggara.api.job.SinkWriter;
import io.github.foggara.api.state.ReducingStateDescriptor;
import io.github.foggara.api.state.ValueStateDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FingerprintTest {
    private record Settings(String name, List<Integer> limits) {}

    private record Unregistered(String name) {}

    private static final class Service {}

    @Test
    void parallelismIsLeftOut() {
        MapFunction<Integer, Integer> function = x -> x;
        CollectionSpec numbers = new CollectionSpec(List.of(1));
        assertThat(hash(TestPrograms.graph(numbers, new MapSpec(function), 1)))
                .isEqualTo(hash(TestPrograms.graph(numbers, new MapSpec(function), 7)));
    }

    @Test
    void capturedValuesCountByTheirContent() {
        assertThat(hash(mapping(holding(new Settings("a", List.of(1))))))
                .isEqualTo(hash(mapping(holding(new Settings("a", List.of(1))))))
                .isNotEqualTo(hash(mapping(holding(new Settings("a", List.of(2))))));
        assertThat(hash(mapping(holding(Set.of("a", "b", "c")))))
                .isEqualTo(hash(mapping(holding(Set.of("c", "b", "a")))));
        assertThat(hash(mapping(holding(new HashSet<>(Set.of(1)))))).isNotEqualTo(hash(mapping(holding(Set.of(2)))));
    }

    @Test
    void aCapturedFunctionCountsByItsCodeAndValues() {
        assertThat(hash(mapping(twice(holding(1)))))
                .isEqualTo(hash(mapping(twice(holding(1)))))
                .isNotEqualTo(hash(mapping(twice(holding(2)))));
    }

    @Test
    void aStateDescriptorCountsByItsNameTypesAndFunction() {
        assertThat(hash(mapping(holding(new ValueStateDescriptor<>("seen", Unregistered.class)))))
                .isEqualTo(hash(mapping(holding(new ValueStateDescriptor<>("seen", Unregistered.class)))))
                .isNotEqualTo(hash(mapping(holding(new ValueStateDescriptor<>("other", Unregistered.class)))))
                .isNotEqualTo(hash(mapping(holding(new ValueStateDescriptor<>("seen", Settings.class)))));
        assertThat(hash(mapping(holding(adding(1)))))
                .isEqualTo(hash(mapping(holding(adding(1)))))
                .isNotEqualTo(hash(mapping(holding(adding(2)))));
    }

    private static ReducingStateDescriptor<Long> adding(long offset) {
        return new ReducingStateDescriptor<>("sum", (a, b) -> a + b + offset, Long.class);
    }

    @Test
    void fieldsOfAFunctionObjectCountExceptTransientOnes() {
        assertThat(hash(mapping(new Adding(1, "x"))))
                .isEqualTo(hash(mapping(new Adding(1, "y"))))
                .isNotEqualTo(hash(mapping(new Adding(2, "x"))));
    }

    @Test
    void parametersOfAPluginOperatorCount() {
        assertThat(hash(reference("1"))).isEqualTo(hash(reference("1"))).isNotEqualTo(hash(reference("2")));
    }

    @Test
    void functionsOfAPluginOperatorCountWithWhatTheyCarry() {
        assertThat(hash(referenceTo(holding(1), holding("key"))))
                .isEqualTo(hash(referenceTo(holding(1), holding("key"))))
                .isNotEqualTo(hash(referenceTo(holding(2), holding("key"))))
                .isNotEqualTo(hash(referenceTo(holding(1), holding("other"))))
                .isNotEqualTo(hash(referenceTo(holding("key"), holding(1))))
                .isNotEqualTo(hash(referenceTo(holding(1))));
    }

    @Test
    void aCapturedServiceIsRefusedWithOperatorTypeAndRemedy() {
        assertThatThrownBy(() -> hash(mapping(holding(new Service()))))
                .isInstanceOf(JobDefinitionException.class)
                .hasMessageContaining("operator 'tail'")
                .hasMessageContaining("value #0 of the type " + Service.class.getName())
                .hasMessageContaining("open(...)")
                .hasMessageContaining("arguments");
    }

    @Test
    void aCapturedCounterIsRefused() {
        AtomicLong counter = new AtomicLong();
        assertThatThrownBy(() -> hash(mapping((MapFunction<Integer, Long>) x -> counter.addAndGet(x))))
                .isInstanceOf(JobDefinitionException.class)
                .hasMessageContaining("java.util.concurrent.atomic.AtomicLong");
    }

    @Test
    void aProgramThatCapturesItselfIsRefused() {
        assertThatThrownBy(() -> ProgramGraphs.build(program(new UsesItsField()), PARAMETERS))
                .isInstanceOf(JobDefinitionException.class)
                .hasMessageContaining("captures 'this'")
                .hasMessageContaining(UsesItsField.class.getName())
                .hasMessageContaining("static");
    }

    @Test
    void anInnerObjectIsRefused() {
        assertThatThrownBy(() -> hash(mapping(new Inner())))
                .isInstanceOf(JobDefinitionException.class)
                .hasMessageContaining("captures 'this'");
    }

    @Test
    void aLambdaOfTheJdkIsRefusedInWords() {
        java.util.function.Function<Integer, Integer> plain = x -> x + 1;
        assertThatThrownBy(() -> hash(mapping((MapFunction<Integer, Integer>) x -> plain.apply(x))))
                .isInstanceOf(JobDefinitionException.class)
                .hasMessageContaining("operator 'tail'")
                .hasMessageContaining("Serializable");
    }

    @Test
    void recordsOfACollectionRegisterThemselvesButNotWhatTheyHide() {
        assertThat(hash(TestPrograms.graph(
                        new CollectionSpec(List.of(new Settings("a", List.of(1)))), new MapSpec(x -> x), 0)))
                .hasSize(64);
        CollectionSpec hiding = new CollectionSpec(List.of(Optional.of(new Unregistered("u"))));
        assertThatThrownBy(() -> hash(TestPrograms.graph(hiding, new MapSpec(x -> x), 0)))
                .isInstanceOf(JobDefinitionException.class)
                .hasMessageContaining("operator 'numbers'")
                .hasMessageContaining("env.register(FingerprintTest.Unregistered.class)");
    }

    @Test
    void aSinkIsReadFieldByField() {
        assertThat(hash(sinking(new TestSink(Path.of("a"), new Format(','), null))))
                .isEqualTo(hash(sinking(new TestSink(Path.of("a"), new Format(','), null))))
                .isNotEqualTo(hash(sinking(new TestSink(Path.of("b"), new Format(','), null))))
                .isNotEqualTo(hash(sinking(new TestSink(Path.of("a"), new Format(';'), null))));
        assertThatThrownBy(() -> hash(sinking(new TestSink(Path.of("a"), new Format(','), new Thread()))))
                .isInstanceOf(JobDefinitionException.class)
                .hasMessageContaining("value live of the type java.lang.Thread");
    }

    /** The output of a job appears between two lives of it. */
    @Test
    void aPathCountsTheSameOnceSomethingStandsThere(@TempDir Path dir) throws Exception {
        JobGraph graph = sinking(new TestSink(dir.resolve("out"), new Format(','), null));
        String before = hash(graph);
        Files.createDirectory(dir.resolve("out"));
        assertThat(hash(graph)).isEqualTo(before);
    }

    private static String hash(JobGraph graph) {
        return ProgramGraphs.build(program(parameters -> graph), PARAMETERS)
                .fingerprint()
                .hash();
    }

    private static JobGraph referenceTo(Object... functions) {
        return TestPrograms.graph(
                new CollectionSpec(List.of(1)), new OperatorRef("window", "sort", Map.of(), List.of(functions)), 0);
    }

    private static JobGraph reference(String value) {
        return TestPrograms.graph(
                new CollectionSpec(List.of(1)), new OperatorRef("window", "sort", Map.of("k", value), List.of()), 0);
    }

    private static JobGraph sinking(Sink<?> sink) {
        return TestPrograms.graph(new CollectionSpec(List.of(1)), new SinkSpec(sink), 0);
    }

    private static MapFunction<Object, Object> holding(Object value) {
        return ignored -> value;
    }

    private static MapFunction<Object, Object> twice(MapFunction<Object, Object> function) {
        return x -> function.map(function.map(x));
    }

    private static final class Adding implements MapFunction<Integer, Integer> {
        private static final long serialVersionUID = 1L;
        private final int summand;
        private final transient String note;

        Adding(int summand, String note) {
            this.summand = summand;
            this.note = note;
        }

        @Override
        public Integer map(Integer record) {
            return record + summand + note.length();
        }
    }

    @SuppressWarnings("ClassCanBeStatic")
    private final class Inner implements MapFunction<Object, Object> {
        private static final long serialVersionUID = 1L;

        @Override
        public Object map(Object record) {
            return FingerprintTest.this;
        }
    }

    private static final class UsesItsField implements JobDefinition {
        private final int factor = Integer.parseInt("3");

        @Override
        public JobGraph graph(JobParameters parameters) {
            return mapping((MapFunction<Integer, Integer>) x -> x * factor);
        }
    }

    private static final class Format {
        private final char separator;

        Format(char separator) {
            this.separator = separator;
        }

        @Override
        public String toString() {
            return "separated by " + separator;
        }
    }

    private static final class TestSink implements Sink<Object> {
        private final Path path;
        private final Format format;
        private final Thread live;

        TestSink(Path path, Format format, Thread live) {
            this.path = path;
            this.format = format;
            this.live = live;
        }

        @Override
        public SinkWriter<Object> createWriter(SinkContext context) {
            throw new UnsupportedOperationException(path + " " + format + " " + live);
        }

        @Override
        public SinkCommitter createCommitter(CommitterContext context) {
            return null;
        }
    }
}
