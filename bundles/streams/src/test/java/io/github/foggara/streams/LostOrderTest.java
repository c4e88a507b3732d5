package io.github.foggara.streams;

import static io.github.foggara.streams.Programs.graph;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.sort.Order;
import io.github.foggara.streams.Programs.NoSink;
import io.github.foggara.streams.Programs.Word;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Warnings about an order that does not reach the next operator. */
class LostOrderTest {
    @Test
    void nothingIsSaidWhereTheOrderStays() {
        assertThat(warnings(sorted -> sorted.map(Word::text).sinkTo(new NoSink<>())))
                .isEmpty();
        assertThat(warnings(sorted -> sorted.setParallelism(1).map(Word::text).setParallelism(2)))
                .isEmpty();
        assertThat(graph(env -> words(env)
                                .fullWindowPartition()
                                .first(3)
                                .rebalance()
                                .map(Word::text))
                        .warnings())
                .isEmpty();
    }

    @Test
    void anotherParallelismOrPartitioningIsWarnedOf() {
        assertThat(warnings(sorted -> sorted.sinkTo(new NoSink<>(), "out").setParallelism(1)))
                .singleElement()
                .asString()
                .contains("'SortPartition' (uid sort-2)", "'out' (uid sink-3)", "rebalance", "setParallelism(1)");
        assertThat(warnings(sorted -> sorted.rescale().map(Word::text)))
                .singleElement()
                .asString()
                .contains("rescale");
        assertThat(warnings(sorted -> sorted.keyBy(Word::text).reduce(Word::merge)))
                .singleElement()
                .asString()
                .contains("hash");
    }

    @Test
    void unionIsWarnedOf() {
        assertThat(graph(env -> words(env)
                                .fullWindowPartition()
                                .sortPartition("text", Order.ASCENDING)
                                .union(words(env))
                                .map(Word::text))
                        .warnings())
                .singleElement()
                .asString()
                .contains("a union");
    }

    @Test
    void anotherSortMakesAnOrderOfItsOwn() {
        assertThat(warnings(sorted -> sorted.first(10)
                        .rebalance()
                        .fullWindowPartition()
                        .sortPartition("text", Order.ASCENDING)
                        .setParallelism(1)))
                .isEmpty();
    }

    @Test
    void orderWithinKeysStaysOnTheWayByTheSameKey() {
        assertThat(keyed(sorted -> sorted.keyBy(Word::text).reduce(Word::merge)))
                .isEmpty();
        assertThat(keyed(sorted -> sorted.keyBy(Word::count).reduce(Word::merge)))
                .hasSize(1);
        assertThat(keyed(sorted -> sorted.rebalance().map(Word::text))).hasSize(1);
    }

    @Test
    void orderLastsThroughOperatorsThatKeepItAndEndsAtTheFirstEdgeThatMixes() {
        assertLost(sorted ->
                sorted.map(Word::text).uid("way").sinkTo(new NoSink<>(), "out").setParallelism(1));
        assertLost(sorted -> sorted.filter(w -> w.count() > 1)
                .uid("way")
                .rebalance()
                .map(Word::text)
                .name("out"));
        assertLost(sorted -> sorted.<Word>flatMap(Programs::repeat)
                .returns(Word.class)
                .uid("way")
                .keyBy(Word::text)
                .reduce(Word::merge)
                .name("out"));
        assertLost(sorted -> sorted.filter(w -> true)
                .forward()
                .filter(w -> true)
                .uid("way")
                .rescale()
                .map(Word::text)
                .name("out")
                .rebalance()
                .map(text -> text + "!"));
        assertLost(sorted -> {
            SortedPartitionStream<Word> one = sorted.setParallelism(1);
            one.map(Word::text)
                    .setParallelism(2)
                    .uid("way")
                    .rebalance()
                    .map(t -> t)
                    .setParallelism(3)
                    .name("out");
        });
    }

    private static void assertLost(Consumer<SortedPartitionStream<Word>> rest) {
        assertThat(warnings(rest))
                .singleElement()
                .asString()
                .contains("'SortPartition' (uid sort-2) makes is lost on the way from '", "(uid way) to 'out'");
    }

    @Test
    void everyWayIsLookedAt() {
        assertThat(warnings(sorted -> {
                    DataStream<Word> kept = sorted.filter(w -> true);
                    kept.map(Word::text).sinkTo(new NoSink<>());
                    kept.map(Word::text).sinkTo(new NoSink<>(), "one").setParallelism(1);
                    kept.map(Word::text).rebalance().sinkTo(new NoSink<>(), "two");
                }))
                .satisfiesExactly(
                        one -> assertThat(one).contains("to 'one'"),
                        two -> assertThat(two).contains("to 'two'"));
        assertThat(warnings(sorted ->
                        sorted.map(Word::text).union(sorted.map(Word::text)).map(t -> t)))
                .hasSize(2)
                .allSatisfy(warning -> assertThat(warning).contains("a union"));
    }

    @Test
    void orderEndsWhereRecordsAreCollectedOrOrderedAnew() {
        assertThat(warnings(sorted -> sorted.map(Word::text)
                        .fullWindowPartition()
                        .reduce((left, right) -> left)
                        .rebalance()
                        .map(t -> t)))
                .isEmpty();
        assertThat(warnings(sorted -> sorted.map(Word::text).sinkTo(ReportSink.topN(1, String::compareTo, t -> t))))
                .isEmpty();
        assertThat(keyed(sorted -> sorted.keyBy(Word::count).count())).isEmpty();
        assertThat(keyed(sorted ->
                        sorted.keyBy(Word::text).reduce(Word::merge).rebalance().map(Word::text)))
                .isEmpty();
    }

    /** Behind a map the same key may be another one. */
    @Test
    void orderWithinKeysLastsThroughAFilter() {
        assertThat(keyed(sorted ->
                        sorted.filter(w -> w.count() > 1).keyBy(Word::text).reduce(Word::merge)))
                .isEmpty();
        assertThat(keyed(sorted -> sorted.setParallelism(1)
                        .filter(w -> true)
                        .setParallelism(2)
                        .keyBy(Word::text)
                        .reduce(Word::merge)))
                .as("a key's records are in several subtasks")
                .hasSize(1);
        assertThat(keyed(sorted -> sorted.map(w -> new Word("x"))
                        .filter(w -> true)
                        .keyBy(Word::text)
                        .reduce(Word::merge)))
                .hasSize(1);
    }

    private static List<String> warnings(Consumer<SortedPartitionStream<Word>> rest) {
        return graph(env -> rest.accept(words(env).fullWindowPartition().sortPartition("text", Order.ASCENDING)))
                .warnings();
    }

    private static List<String> keyed(Consumer<SortedPartitionStream<Word>> rest) {
        return graph(env -> rest.accept(
                        words(env).keyBy(Word::text).fullWindowPartition().sortPartition("count", Order.ASCENDING)))
                .warnings();
    }

    private static DataStream<Word> words(StreamEnvironment env) {
        return env.fromElements(new Word("a"));
    }
}
