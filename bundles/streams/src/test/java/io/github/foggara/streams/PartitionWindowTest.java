package io.github.foggara.streams;

import static io.github.foggara.streams.Programs.graph;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.function.AggregateFunction;
import io.github.foggara.api.function.Collector;
import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorNode;
import io.github.foggara.api.graph.OperatorSpec.OperatorRef;
import io.github.foggara.api.graph.Partitioning;
import io.github.foggara.api.graph.TypeRegistration;
import io.github.foggara.api.sort.NullOrder;
import io.github.foggara.api.sort.Order;
import io.github.foggara.streams.Programs.NoSink;
import io.github.foggara.streams.Programs.Word;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What full-partition windows draw. */
class PartitionWindowTest {
    record Mean(double value) {}

    record Total(long sum, long count) {}

    /** Its three types are all different. */
    static final class MeanCount implements AggregateFunction<Word, Total, Mean> {
        @Override
        public Total createAccumulator() {
            return new Total(0, 0);
        }

        @Override
        public Total add(Word value, Total accumulator) {
            return new Total(accumulator.sum + value.count(), accumulator.count + 1);
        }

        @Override
        public Mean result(Total accumulator) {
            return new Mean((double) accumulator.sum / accumulator.count);
        }

        @Override
        public Total merge(Total left, Total right) {
            return new Total(left.sum + right.sum, left.count + right.count);
        }
    }

    private static final KeySelector<Word, String> TEXT = Word::text;

    static void count(Iterable<Word> records, Collector<Long> out) {
        long count = 0;
        for (Word ignored : records) {
            count++;
        }
        out.collect(count);
    }

    @Test
    void operationsAreReferencesToThePlugin() {
        JobGraph graph = graph(env -> {
            PartitionWindowedStream<Word> window =
                    env.fromElements(new Word("a")).fullWindowPartition();
            window.<Long>mapPartition(PartitionWindowTest::count).returns(Long.class);
            window.reduce(Word::merge);
            window.aggregate(new MeanCount());
            window.sortPartition(0, Order.ASCENDING);
            window.first(3);
        });
        assertThat(graph.nodes().stream().skip(1))
                .extracting(node ->
                        node.uid() + " " + node.name() + " " + reference(node).name())
                .containsExactly(
                        "map-partition-2 MapPartition map-partition",
                        "reduce-3 PartitionReduce reduce",
                        "aggregate-4 PartitionAggregate aggregate",
                        "sort-5 SortPartition sort",
                        "sort-6 First sort");
        assertThat(graph.nodes().stream().skip(1)).allSatisfy(node -> {
            assertThat(reference(node).plugin()).isEqualTo("partition-window");
            assertThat(reference(node).parameters()).doesNotContainKey("keyed");
        });
        assertThat(graph.edges())
                .allSatisfy(edge -> assertThat(edge.partitioning()).isInstanceOf(Partitioning.Forward.class));
    }

    @Test
    void keyedOperationsKnowTheirKeyAndAreHashedByIt() {
        JobGraph graph = graph(env -> {
            PartitionWindowedStream<Word> window =
                    env.fromElements(new Word("a")).keyBy(TEXT).fullWindowPartition();
            window.<Long>mapPartition(PartitionWindowTest::count).returns(Long.class);
            window.reduce(Word::merge);
            window.aggregate(new MeanCount());
            window.sortPartition(Word::count, Order.DESCENDING);
            window.first(3);
        });
        assertThat(graph.nodes().stream().skip(1))
                .extracting(OperatorNode::name)
                .containsExactly(
                        "KeyedMapPartition",
                        "KeyedPartitionReduce",
                        "KeyedPartitionAggregate",
                        "KeyedSortPartition",
                        "KeyedFirst");
        assertThat(graph.nodes().stream().skip(1)).allSatisfy(node -> {
            assertThat(reference(node).parameters()).containsEntry("keyed", "true");
            assertThat(reference(node).functions().get(0)).isSameAs(TEXT);
            assertThat(node.chainable()).isTrue();
        });
        assertThat(graph.edges())
                .allSatisfy(edge -> assertThat(edge.partitioning()).isEqualTo(new Partitioning.Hash(TEXT)));
        assertThat(reference(graph.node("sort-5")).parameters())
                .isEqualTo(Map.of("keyed", "true", "sort.0", "descending auto function 1"));
        assertThat(reference(graph.node("sort-5")).functions()).hasSize(2);
    }

    @Test
    void typesOfRecordsResultsAndAccumulatorsAreKnown() {
        JobGraph graph = graph(env -> {
            PartitionWindowedStream<Word> window =
                    env.fromElements(new Word("a")).fullWindowPartition();
            window.mapPartition(PartitionWindowTest::count);
            window.reduce((left, right) -> left);
            window.aggregate(new MeanCount());
            window.sortPartition("text", Order.ASCENDING);
            window.first(1);
        });
        assertThat(graph.nodes())
                .extracting(OperatorNode::outputType)
                .containsExactly(Word.class, Long.class, Word.class, Mean.class, Word.class, Word.class);
        assertThat(graph.types()).contains(new TypeRegistration(Total.class), new TypeRegistration(Mean.class));
    }

    @Test
    void recordsThatOnlyLaterOperatorsTellAreSortedNonetheless() {
        JobGraph graph = graph(env -> env.fromElements("a b")
                .<Word>flatMap((line, out) -> out.collect(new Word(line)))
                .fullWindowPartition()
                .sortPartition(1, Order.ASCENDING)
                .map(Word::text));
        assertThat(reference(graph.node("sort-3")).parameters()).containsEntry("sort.0", "ascending auto field count");
        assertThat(graph.node("flat-map-2").outputType()).isEqualTo(Word.class);
    }

    @Test
    void criteriaAndLimitStandInTheParametersOfOneOperator() {
        JobGraph graph = graph(env -> env.fromElements(new Word("a"))
                .fullWindowPartition()
                .sortPartition("text", Order.ASCENDING, NullOrder.LAST)
                .name("sorted")
                .thenSortPartition(1, Order.DESCENDING)
                .uid("mine")
                .thenSortPartition(Word::count, Order.ASCENDING)
                .thenSortPartition("*", Order.ASCENDING)
                .first(10)
                .sinkTo(new NoSink<>()));
        assertThat(graph.nodes()).hasSize(3);
        assertThat(graph.node("mine").name()).isEqualTo("sorted");
        assertThat(reference(graph.node("mine")).parameters())
                .isEqualTo(Map.of(
                        "sort.0", "ascending last field text",
                        "sort.1", "descending auto field count",
                        "sort.2", "ascending auto function 0",
                        "sort.3", "ascending auto field *",
                        "limit", "10"));
        assertThat(reference(graph.node("mine")).functions()).hasSize(1);
    }

    @Test
    void resultsHaveTheParallelismOfTheirInputUntilTheyAreGivenAnother() {
        JobGraph graph = graph(env -> {
            DataStream<Word> words = env.fromElements(new Word("a"));
            words.fullWindowPartition().sortPartition(0, Order.ASCENDING).uid("follows");
            words.fullWindowPartition()
                    .sortPartition(0, Order.ASCENDING)
                    .setParallelism(2)
                    .uid("own");
            words.keyBy(Word::text).fullWindowPartition().reduce(Word::merge).uid("keyed");
            words.setParallelism(3);
        });
        assertThat(graph.node("follows").parallelism()).isEqualTo(3);
        assertThat(graph.node("keyed").parallelism()).isEqualTo(3);
        assertThat(graph.node("own").parallelism()).isEqualTo(2);
        assertThat(graph.edgesTo("own").get(0).partitioning()).isInstanceOf(Partitioning.Rebalance.class);
    }

    @Test
    void unitedStreamsOfOneParallelismGiveItOn() {
        JobGraph graph = graph(env -> env.fromElements(new Word("a"))
                .setParallelism(2)
                .union(env.fromElements(new Word("b")).setParallelism(2))
                .fullWindowPartition()
                .reduce(Word::merge));
        assertThat(graph.node("reduce-3").parallelism()).isEqualTo(2);
        assertThat(graph.node("reduce-3").outputType()).isEqualTo(Word.class);
    }

    @Test
    void mapPartitionBeginsAChainUnlessItIsKeyed() {
        Consumer<StreamEnvironment> program = env -> env.fromElements(new Word("a"))
                .fullWindowPartition()
                .mapPartition(PartitionWindowTest::count)
                .map(n -> n + 1);
        assertThat(graph(program).nodes()).extracting(OperatorNode::chainable).containsExactly(true, false, true);
    }

    private static OperatorRef reference(OperatorNode node) {
        return (OperatorRef) node.spec();
    }
}
