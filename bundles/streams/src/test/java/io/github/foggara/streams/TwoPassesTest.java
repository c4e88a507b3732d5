package io.github.foggara.streams;

import static io.github.foggara.streams.Programs.assertRefused;
import static io.github.foggara.streams.Programs.graph;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.function.Indexed;
import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorNode;
import io.github.foggara.api.graph.OperatorSpec.OperatorRef;
import io.github.foggara.api.graph.StreamEdge;
import io.github.foggara.api.graph.TypeRegistration;
import io.github.foggara.api.sort.NullOrder;
import io.github.foggara.api.sort.Order;
import io.github.foggara.streams.Programs.NoSink;
import io.github.foggara.streams.Programs.Word;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How partitionByRange and zipWithIndex are drawn, and what they refuse. */
class TwoPassesTest {
    private static List<String> edges(JobGraph graph) {
        return graph.edges().stream().map(TwoPassesTest::words).toList();
    }

    private static String words(StreamEdge edge) {
        return edge.from() + " -> " + edge.to() + " " + edge.input() + " "
                + edge.partitioning().getClass().getSimpleName();
    }

    private static OperatorRef reference(JobGraph graph, String uid) {
        return (OperatorRef) graph.node(uid).spec();
    }

    @Test
    void aGlobalSortIsDrawn() {
        KeySelector<Long, Long> half = n -> n / 2;
        JobGraph graph = graph(env -> env.fromSequence(1, 9)
                .uid("numbers")
                .setParallelism(3)
                .partitionByRange(half, Order.DESCENDING, NullOrder.LAST)
                .uid("range")
                .fullWindowPartition()
                .sortPartition("*", Order.DESCENDING)
                .uid("sort")
                .setParallelism(5)
                .sinkTo(new NoSink<>()));
        assertThat(edges(graph))
                .containsExactly(
                        "numbers -> range-range-sample 0 Forward",
                        "numbers -> range 0 Forward",
                        "range-range-sample -> range 1 Broadcast",
                        "range -> sort 0 Direct",
                        "sort -> sink-5 0 Rebalance");
        assertThat(graph.nodes()).extracting(OperatorNode::parallelism).containsExactly(3, 3, 3, 5, 0);
        assertThat(graph.node("range").outputType()).isEqualTo(Long.class);
        assertThat(graph.node("range-range-sample").outputType()).isEqualTo(byte[].class);
        for (String uid : List.of("range-range-sample", "range")) {
            OperatorRef reference = reference(graph, uid);
            assertThat(reference.plugin()).isEqualTo("partition-window");
            assertThat(reference.parameters()).isEqualTo(Map.of("sort.0", "descending last function 0"));
            assertThat(reference.functions()).containsExactly(half);
        }
        assertThat(reference(graph, "range").name()).isEqualTo("range-route");
        assertThat(reference(graph, "range-range-sample").name()).isEqualTo("range-sample");
    }

    @Test
    void rangesAreAlsoOfComponents() {
        JobGraph graph = graph(env -> {
            DataStream<Word> words = env.fromElements(new Word("a"));
            words.partitionByRange(1, Order.DESCENDING).map(w -> w).uid("a");
            words.partitionByRange("text", Order.ASCENDING).map(w -> w).uid("b");
            words.partitionByRange(Word::text).map(w -> w).uid("c");
        });
        assertThat(graph.nodes().stream()
                        .filter(node -> node.name().equals("PartitionByRange"))
                        .map(node -> ((OperatorRef) node.spec()).parameters().get("sort.0")))
                .containsExactly(
                        "descending auto field count", "ascending auto field text", "ascending auto function 0");
    }

    /** Both passes have to see the same records in the same subtask. */
    @Test
    void recordsOfSeveralWaysAreGatheredFirst() {
        JobGraph graph = graph(env -> {
            DataStream<Word> left = env.fromElements(new Word("a")).uid("left").setParallelism(2);
            DataStream<Word> right =
                    env.fromElements(new Word("b")).uid("right").setParallelism(2);
            left.union(right).partitionByRange(Word::text).map(w -> w).uid("both");
            left.rebalance().zipWithIndex().uid("numbered");
            left.forward().zipWithIndex().uid("plain");
        });
        assertThat(edges(graph))
                .containsExactly(
                        "left -> range-route-5-gather 0 Forward",
                        "right -> range-route-5-gather 0 Forward",
                        "range-route-5-gather -> range-route-5-range-sample 0 Forward",
                        "range-route-5-gather -> range-route-5 0 Forward",
                        "range-route-5-range-sample -> range-route-5 1 Broadcast",
                        "range-route-5 -> both 0 Direct",
                        "left -> numbered-gather 0 Rebalance",
                        "numbered-gather -> numbered-count 0 Forward",
                        "numbered-gather -> numbered 0 Forward",
                        "numbered-count -> numbered 1 Broadcast",
                        "left -> plain-count 0 Forward",
                        "left -> plain 0 Forward",
                        "plain-count -> plain 1 Broadcast");
        assertThat(graph.node("range-route-5-gather").outputType()).isEqualTo(Word.class);
        assertThat(graph.node("numbered").parallelism()).isEqualTo(2);
    }

    @Test
    void numberedRecordsAreRecordsOfTheirOwn() {
        JobGraph graph = graph(env -> {
            DataStream<Indexed<Word>> numbered =
                    env.fromElements(new Word("a")).zipWithIndex().uid("numbered");
            numbered.map(Indexed::record).sinkTo(new NoSink<>());
        });
        assertThat(graph.node("numbered").outputType()).isEqualTo(Indexed.class);
        assertThat(graph.types()).contains(new TypeRegistration(Indexed.class), new TypeRegistration(Word.class));
        assertThat(reference(graph, "numbered").name()).isEqualTo("index");
        assertThat(reference(graph, "numbered-count").name()).isEqualTo("count");
        assertThat(reference(graph, "numbered-count").functions()).isEmpty();
    }

    @Test
    void numbersKeepTheOrderOfASort() {
        JobGraph graph = graph(env -> env.fromSequence(1, 9)
                .partitionByRange(n -> n)
                .fullWindowPartition()
                .sortPartition("*", Order.ASCENDING)
                .zipWithIndex()
                .sinkTo(new NoSink<>()));
        assertThat(graph.warnings()).isEmpty();
    }

    @Test
    void theirParallelismIsThatOfTheInput() {
        assertRefused(env ->
                        env.fromSequence(1, 9).uid("numbers").zipWithIndex().setParallelism(2))
                .contains("'ZipWithIndex'", "parallelism of its input", "(uid numbers)", "setParallelism(2)");
        assertRefused(env -> env.fromSequence(1, 9).partitionByRange(n -> n).setParallelism(2))
                .contains("'PartitionByRange'", "parallelism of its input");
    }

    @Test
    void recordsThatAreGatheredFirstMayHaveAnother() {
        JobGraph graph = graph(env -> {
            DataStream<Long> numbers = env.fromSequence(1, 9).setParallelism(1);
            numbers.rebalance().zipWithIndex().setParallelism(4).uid("numbered");
            numbers.union(env.fromSequence(1, 9).setParallelism(2))
                    .partitionByRange(n -> n)
                    .setParallelism(3)
                    .uid("ranges");
        });
        for (String uid : List.of("numbered", "numbered-count", "numbered-gather")) {
            assertThat(graph.node(uid).parallelism()).as(uid).isEqualTo(4);
        }
        for (String uid : List.of("ranges", "ranges-range-sample", "ranges-gather")) {
            assertThat(graph.node(uid).parallelism()).as(uid).isEqualTo(3);
        }
        assertRefused(env -> env.fromSequence(1, 9).rebalance().zipWithIndex().setParallelism(0))
                .contains("'ZipWithIndex'", "not 0");
    }

    @Test
    void messagesNameWhatTheProgramKnows() {
        assertRefused(env -> env.fromSequence(1, 9)
                        .forward()
                        .union(env.fromSequence(1, 9))
                        .zipWithIndex()
                        .name("numbering")
                        .uid("n")
                        .setParallelism(2))
                .contains("forward from 'sequence 1 to 9'", "'numbering' (uid n-gather)", "parallelism 2");
        assertThat(graph(env -> env.fromSequence(1, 9)
                                .fullWindowPartition()
                                .sortPartition("*", Order.ASCENDING)
                                .rebalance()
                                .zipWithIndex()
                                .uid("n"))
                        .warnings())
                .singleElement()
                .asString()
                .contains("lost on the way to 'ZipWithIndex' (uid n-gather)");
    }

    @Test
    void whatHasNoRangesIsRefused() {
        assertRefused(env -> env.fromSequence(1, 9).partitionByRange((KeySelector<Long, Long>) null))
                .contains("'PartitionByRange'", "null instead of a function");
        assertRefused(env -> env.fromSequence(1, 9).partitionByRange(n -> n, null))
                .contains("'PartitionByRange'", "order is null", "ASCENDING");
        assertRefused(env -> env.fromSequence(1, 9).partitionByRange(n -> n, Order.ASCENDING, null))
                .contains("order of nulls is null", "FIRST");
        assertRefused(env -> env.fromSequence(1, 9).partitionByRange(" ", Order.ASCENDING))
                .contains("component to order by is empty");
        assertRefused(env -> env.fromSequence(1, 9).partitionByRange(0, Order.ASCENDING))
                .contains("partitionByRange(0) needs a record class", "java.lang.Long");
        assertRefused(env -> env.fromElements(new Word("a")).partitionByRange(2, Order.ASCENDING))
                .contains("no component 2", "Word", "2 components", "text, count");
        assertRefused(env -> env.fromElements(new Word("a")).partitionByRange("nope", Order.ASCENDING))
                .contains("no 'nope'", "text, count");
        assertRefused(env -> env.fromElements(List.of("a")).partitionByRange("*", Order.ASCENDING))
                .contains("'PartitionByRange'", "List");
    }

    @Test
    void recordsOfUnknownTypeAreRefused() {
        assertRefused(env -> env.fromElements("a")
                        .<Object>flatMap((text, out) -> out.collect(text))
                        .uid("secret")
                        .partitionByRange(o -> 1)
                        .map(o -> "b"))
                .contains("(uid secret)", "type is not known", "returns(");
        assertRefused(env -> env.fromElements("a")
                        .<Object>flatMap((text, out) -> out.collect(text))
                        .uid("secret")
                        .zipWithIndex())
                .contains("(uid secret)", "type is not known", "returns(");
    }

    @Test
    void streamsOfDifferentTypesAreRefused() {
        assertRefused(env -> env.<Object>fromElements(new Word("a"))
                        .uid("words")
                        .union(env.<Object>fromElements("a").uid("texts"))
                        .partitionByRange(o -> 1))
                .contains("'PartitionByRange'", "different types", "(uid words)", "(uid texts)", "returns(");
    }
}
