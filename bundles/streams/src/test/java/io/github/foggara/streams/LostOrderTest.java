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
