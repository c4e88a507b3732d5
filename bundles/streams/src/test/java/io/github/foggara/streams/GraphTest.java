package io.github.foggara.streams;

import static io.github.foggara.streams.Programs.graph;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorNode;
import io.github.foggara.api.graph.OperatorSpec;
import io.github.foggara.api.graph.OperatorSpec.OperatorRef;
import io.github.foggara.api.graph.Partitioning;
import io.github.foggara.api.graph.RuntimeMode;
import io.github.foggara.api.graph.StreamEdge;
import io.github.foggara.api.graph.TypeRegistration;
import io.github.foggara.streams.Programs.NoSink;
import io.github.foggara.streams.Programs.Word;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class GraphTest {
    private static final Consumer<StreamEnvironment> WORD_COUNT = env -> env.fromElements("a b", "b")
            .flatMap(Programs::split)
            .keyBy(Word::text)
            .sum(Word::count)
            .sinkTo(new NoSink<>(), "counts");

    @Test
    void wordCountIsFourOperatorsInALine() {
        JobGraph graph = graph(WORD_COUNT);
        assertThat(graph.nodes())
                .extracting(OperatorNode::uid)
                .containsExactly("collection-1", "flat-map-2", "sum-3", "sink-4");
        assertThat(graph.nodes()).extracting(OperatorNode::name).last().isEqualTo("counts");
        assertThat(graph.edges())
                .extracting(e -> e.partitioning().getClass().getSimpleName())
                .containsExactly("Forward", "Hash", "Forward");
        assertThat(graph.node("sum-3").spec()).isInstanceOf(OperatorSpec.KeyedReduceSpec.class);
    }

    @Test
    void everyCallOfDefineGivesTheSameUidsAndFunctionsOfItsOwn() {
        JobGraph first = graph(WORD_COUNT);
        JobGraph second = graph(WORD_COUNT);
        assertThat(second.nodes())
                .extracting(OperatorNode::uid)
                .isEqualTo(first.nodes().stream().map(OperatorNode::uid).toList());
        assertThat(((OperatorSpec.KeyedReduceSpec) second.node("sum-3").spec()).function())
                .isNotSameAs(((OperatorSpec.KeyedReduceSpec) first.node("sum-3").spec()).function());
    }

    @Test
    void typesComeFromMethodReferencesAndRegisterThemselves() {
        JobGraph graph = graph(WORD_COUNT);
        assertThat(graph.nodes())
                .extracting(OperatorNode::outputType)
                .containsExactly(String.class, Word.class, Word.class, null);
        assertThat(graph.types()).containsExactly(new TypeRegistration(Word.class));
    }

    @Test
    void defaultPartitioningIsForwardForEqualParallelismElseRebalance() {
        JobGraph graph = graph(env -> env.fromSequence(1, 9)
                .map(n -> n + 1)
                .setParallelism(2)
                .map(n -> n + 2)
                .setParallelism(2)
                .sinkTo(new NoSink<>())
                .setParallelism(3));
        assertThat(graph.edges())
                .extracting(e -> e.partitioning().getClass().getSimpleName())
                .containsExactly("Rebalance", "Forward", "Rebalance");
        assertThat(graph.nodes()).extracting(OperatorNode::parallelism).containsExactly(0, 2, 2, 3);
    }

    @Test
    void chosenPartitioningsStandOnTheirEdges() {
        JobGraph graph = graph(env -> {
            DataStream<Long> numbers = env.fromSequence(1, 9);
            numbers.rebalance().map(n -> n).uid("a");
            numbers.rescale().map(n -> n).uid("b");
            numbers.broadcast().map(n -> n).uid("c");
            numbers.forward().map(n -> n).uid("d");
            numbers.broadcast().rescale().map(n -> n).uid("e");
        });
        assertThat(graph.edges())
                .extracting(e -> e.to() + " " + e.partitioning().getClass().getSimpleName())
                .containsExactly("a Rebalance", "b Rescale", "c Broadcast", "d Forward", "e Rescale");
    }

    @Test
    void unionIsSeveralEdgesIntoOneInput() {
        JobGraph graph = graph(env -> {
            DataStream<Word> left = env.fromElements(new Word("a")).uid("left");
            DataStream<Word> right = env.fromElements(new Word("b")).uid("right");
            left.union(right).keyBy(Word::text).reduce(Word::merge).uid("merged");
        });
        assertThat(graph.edgesTo("merged")).extracting(StreamEdge::from).containsExactly("left", "right");
        assertThat(graph.edgesTo("merged")).allSatisfy(e -> {
            assertThat(e.input()).isZero();
            assertThat(e.partitioning()).isInstanceOf(Partitioning.Hash.class);
        });
        assertThat(graph.node("merged").outputType()).isEqualTo(Word.class);
    }

    @Test
    void countSendsKeysAndChainsItsFirstHalf() {
        JobGraph graph = graph(env -> env.fromElements(new Word("a"))
                .setParallelism(3)
                .keyBy(Word::text)
                .count()
                .setParallelism(2));
        assertThat(graph.nodes())
                .extracting(OperatorNode::uid)
                .containsExactly("collection-1", "count-one-2", "count-3");
        assertThat(graph.nodes()).extracting(OperatorNode::parallelism).containsExactly(3, 3, 2);
        assertThat(graph.edges())
                .extracting(e -> e.partitioning().getClass().getSimpleName())
                .containsExactly("Forward", "Hash");
        assertThat(graph.types()).contains(new TypeRegistration(KeyCount.class));
    }

    @Test
    void filterKeepsTheTypeAndChainingCanBeSwitchedOff() {
        JobGraph graph = graph(env -> env.fromElements(new Word("a"))
                .filter(w -> w.count() > 1)
                .disableChaining()
                .map(Word::text)
                .map(t -> t + "!")
                .startNewChain());
        assertThat(graph.node("filter-2").outputType()).isEqualTo(Word.class);
        assertThat(graph.nodes()).extracting(OperatorNode::chainable).containsExactly(true, false, false, false);
    }

    @Test
    void optionsOfTheProgramTravelInTheGraph() {
        JobGraph graph = graph(env -> env.runtimeMode(RuntimeMode.BATCH)
                .option("pipeline.object-reuse", "false")
                .option("pipeline.object-reuse", "true")
                .fromSequence(1, 2));
        assertThat(graph.options())
                .isEqualTo(Map.of("execution.runtime-mode", "BATCH", "pipeline.object-reuse", "true"));
    }

    @Test
    void operatorOfAPluginIsNamedAndItsFunctionsAreKept() {
        OperatorRef reference = new OperatorRef("window", "sort", Map.of("order", "asc"), List.of());
        JobGraph graph = graph(env -> env.fromElements("b", "a").transform(reference, String.class));
        assertThat(graph.node("sort-2").spec()).isEqualTo(reference);
        assertThat(graph.node("sort-2").outputType()).isEqualTo(String.class);
    }

    @Test
    void reportHasOneWriter() {
        JobGraph graph = graph(env -> env.fromElements(new Word("a"))
                .sinkTo(ReportSink.topN(3, (a, b) -> Long.compare(a.count(), b.count()), Word::text), "top"));
        assertThat(graph.node("sink-2").parallelism()).isEqualTo(1);
        assertThat(graph.edges().get(0).partitioning()).isInstanceOf(Partitioning.Rebalance.class);
    }
}
