package io.github.foggara.streams;

import static io.github.foggara.streams.Programs.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.function.AggregateFunction;
import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.graph.OperatorSpec.OperatorRef;
import io.github.foggara.api.sort.NullOrder;
import io.github.foggara.api.sort.Order;
import io.github.foggara.streams.Programs.NoSink;
import io.github.foggara.streams.Programs.Word;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Full-partition windows that cannot run. */
class PartitionWindowRefusalTest {
    sealed interface Item permits Letter, Tagged {}

    record Letter(int number, String letter) implements Item {}

    record Tagged(List<String> tags) implements Item {}

    /** A class that is no record. */
    public static final class Plain {
        private final int v;

        public Plain(int v) {
            this.v = v;
        }

        public int getV() {
            return v;
        }
    }

    /** Does not tell what it keeps. */
    static final class Last<T> implements AggregateFunction<T, T, T> {
        @Override
        public T createAccumulator() {
            return null;
        }

        @Override
        public T add(T value, T accumulator) {
            return value;
        }

        @Override
        public T result(T accumulator) {
            return accumulator;
        }

        @Override
        public T merge(T left, T right) {
            return right;
        }
    }

    @Test
    void thereIsNoOrderButUpAndDown() {
        assertThat(Order.values()).containsExactly(Order.ASCENDING, Order.DESCENDING);
        assertRefused(letters(window -> window.sortPartition(0, null)))
                .contains("sort-2", "order is null", "[ASCENDING, DESCENDING]");
        assertRefused(letters(window -> window.sortPartition("letter", null))).contains("order is null");
        assertRefused(letters(window -> window.sortPartition(Letter::number, null)))
                .contains("order is null");
        assertRefused(letters(window -> window.sortPartition(0, Order.ASCENDING, null)))
                .contains("order of nulls is null", "[AUTO, FIRST, LAST]");
        assertRefused(letters(window -> window.sortPartition(0, Order.ASCENDING).thenSortPartition(1, null)))
                .contains("order is null");
    }

    @Test
    void componentOutsideOfTheRecordIsRefusedNamingTypeAndArity() {
        for (int field : new int[] {2, -1}) {
            assertRefused(letters(window -> window.sortPartition(field, Order.ASCENDING)))
                    .contains(
                            "'SortPartition' (uid sort-2)",
                            "no component " + field,
                            Letter.class.getTypeName(),
                            "2 components",
                            "from 0",
                            "number, letter");
        }
        assertRefused(letters(window -> window.sortPartition("nope", Order.ASCENDING)))
                .contains("sort-2", Letter.class.getTypeName(), "'nope'", "number, letter");
        assertRefused(letters(
                        window -> window.sortPartition("f0", Order.ASCENDING).thenSortPartition("f2", Order.ASCENDING)))
                .contains("'f2'", "2 components");
    }

    @Test
    void whatHasNoOrderIsRefusedNamingTheComponent() {
        assertRefused(env -> env.fromElements(new Tagged(List.of()))
                        .fullWindowPartition()
                        .sortPartition("tags", Order.ASCENDING))
                .contains(
                        "sort-2",
                        Tagged.class.getTypeName(),
                        "component 'tags'",
                        "java.util.List",
                        "What has an order");
        assertRefused(env -> env.fromElements(new Tagged(List.of()))
                        .fullWindowPartition()
                        .sortPartition(Tagged::tags, Order.ASCENDING))
                .contains("sort-2", "java.util.List");
        assertRefused(plain(window -> window.sortPartition("*", Order.ASCENDING)))
                .contains("sort-2", Plain.class.getTypeName(), "as a whole");
        assertRefused(plain(window -> window.sortPartition(0, Order.ASCENDING)))
                .contains("sort-2", "sortPartition(0) needs a record", Plain.class.getTypeName());
        assertRefused(plain(window -> window.sortPartition(p -> p, Order.ASCENDING)))
                .contains("as a whole");
        assertThat(Programs.graph(plain(window -> window.sortPartition("v", Order.ASCENDING)))
                        .nodes())
                .hasSize(2);
    }

    @Test
    void nullInsteadOfAFunctionOrPathIsRefused() {
        assertRefused(letters(window -> window.mapPartition(null))).contains("map-partition-2", "collection-1", "null");
        assertRefused(letters(window -> window.reduce(null))).contains("reduce-2", "null");
        assertRefused(letters(window -> window.aggregate(null))).contains("aggregate-2", "null");
        assertRefused(letters(window -> window.sortPartition((KeySelector<Letter, Integer>) null, Order.ASCENDING)))
                .contains("sort-2", "null");
        assertRefused(letters(window -> window.sortPartition((String) null, Order.ASCENDING)))
                .contains("sort-2", "is null", "'*'");
        assertRefused(letters(window -> window.sortPartition(" ", Order.ASCENDING)))
                .contains("sort-2", "is empty");
    }

    @Test
    void limitBelowOneIsRefused() {
        assertRefused(letters(window -> window.first(0))).contains("'First' (uid sort-2)", "first(0)", "1 or more");
        assertRefused(letters(window -> window.sortPartition(0, Order.ASCENDING).first(-3)))
                .contains("'SortPartition'", "first(-3)");
    }

    @Test
    void typesThatNobodyTellsAreRefusedWithTheLineToAdd() {
        assertRefused(env -> lines(env).first(1))
                .contains("sort-3", "flat-map-2", "not known", ".returns(TheType.class)");
        assertRefused(env -> lines(env).sortPartition("text", Order.ASCENDING))
                .contains("sort-3", "flat-map-2", ".returns(");
        assertRefused(letters(window -> window.mapPartition((records, out) -> out.collect(1))))
                .contains("map-partition-2", "emits is not known", ".returns(");
        assertRefused(letters(window -> window.aggregate(new Last<>())))
                .contains("aggregate-2", "accumulators", "variable or Object");
    }

    @Test
    void recordsOfSeveralTypesNeedOneInCommon() {
        assertRefused(env -> {
                    DataStream<Item> letters = env.<Item>fromElements(new Letter(1, "a"));
                    letters.union(env.<Item>fromElements(new Tagged(List.of())))
                            .fullWindowPartition()
                            .sortPartition("number", Order.ASCENDING);
                })
                .contains("sort-3", "different types", "collection-1", "Letter", "collection-2", "Tagged", ".returns(");
        assertThat(Programs.graph(env -> env.<Item>fromElements(new Letter(1, "a"))
                                .returns(Item.class)
                                .union(env.<Item>fromElements(new Tagged(List.of()))
                                        .returns(Item.class))
                                .fullWindowPartition()
                                .sortPartition(item -> item.toString(), Order.ASCENDING))
                        .nodes())
                .hasSize(3);
    }

    @Test
    void sortThatIsReadAlreadyIsNotChangedAnyMore() {
        assertRefused(letters(window -> {
                    SortedPartitionStream<Letter> sorted = window.sortPartition(0, Order.ASCENDING);
                    sorted.map(Letter::letter);
                    sorted.thenSortPartition(1, Order.ASCENDING);
                }))
                .contains("sort-2", "thenSortPartition", "reads it already");
        assertRefused(letters(window -> {
                    SortedPartitionStream<Letter> sorted = window.sortPartition(0, Order.ASCENDING);
                    sorted.map(Letter::letter);
                    sorted.first(1);
                }))
                .contains("first", "reads it already");
    }

    @Test
    void sortWithALimitIsNeitherChangedNorReadAsIfItHadNone() {
        refusedBehindFirst(sorted -> sorted.first(10));
        refusedBehindFirst(sorted -> sorted.thenSortPartition(1, Order.ASCENDING));
        refusedBehindFirst(sorted -> sorted.thenSortPartition("letter", Order.ASCENDING));
        refusedBehindFirst(sorted -> sorted.thenSortPartition(Letter::letter, Order.ASCENDING));
        refusedBehindFirst(sorted -> sorted.sinkTo(new NoSink<>()));
        refusedBehindFirst(sorted -> sorted.map(Letter::letter));
        refusedBehindFirst(sorted -> sorted.filter(l -> l.number() > 1));
        refusedBehindFirst(sorted -> sorted.transform(new OperatorRef("p", "o", Map.of(), List.of()), Letter.class));
        refusedBehindFirst(sorted -> sorted.keyBy(Letter::letter));
        refusedBehindFirst(sorted -> sorted.rebalance());
        refusedBehindFirst(sorted -> sorted.fullWindowPartition());
        refusedBehindFirst(sorted -> sorted.partitionByRange(0, Order.ASCENDING));
        refusedBehindFirst(sorted -> sorted.zipWithIndex());
    }

    private static void refusedBehindFirst(Consumer<SortedPartitionStream<Letter>> use) {
        assertRefused(letters(window -> {
                    SortedPartitionStream<Letter> sorted = window.sortPartition(0, Order.ASCENDING);
                    sorted.first(3).sinkTo(new NoSink<>());
                    use.accept(sorted);
                }))
                .contains("'SortPartition' (uid sort-2)", "first(3) already", "call sortPartition again");
    }

    @Test
    void unionReadsBothItsStreams() {
        for (boolean limitIsLeft : new boolean[] {true, false}) {
            assertRefused(letters(window -> {
                        SortedPartitionStream<Letter> sorted = window.sortPartition(0, Order.ASCENDING);
                        DataStream<Letter> other = window.first(1);
                        sorted.first(3);
                        DataStream<Letter> left = limitIsLeft ? sorted : other;
                        left.union(limitIsLeft ? other : sorted);
                    }))
                    .contains("'SortPartition' (uid sort-2)", "first(3) already");
        }
    }

    @Test
    void partitioningOfASortIsAReaderOfAllOfIt() {
        assertRefused(letters(window -> {
                    SortedPartitionStream<Letter> sorted = window.sortPartition(0, Order.ASCENDING);
                    DataStream<Letter> spread = sorted.rebalance();
                    sorted.first(3).sinkTo(new NoSink<>());
                    spread.sinkTo(new NoSink<>());
                }))
                .contains("'SortPartition' (uid sort-2)", "first changes it", "reads it already");
    }

    @Test
    void streamOfALimitHasAnyNumberOfReaders() {
        assertThat(Programs.graph(letters(window -> {
                            SortedPartitionStream<Letter> sorted = window.sortPartition(0, Order.ASCENDING);
                            DataStream<Letter> top = sorted.first(3);
                            top.sinkTo(new NoSink<>());
                            top.map(Letter::letter);
                            sorted.name("three").uid("top").setParallelism(2);
                        }))
                        .node("top")
                        .name())
                .isEqualTo("three");
    }

    @Test
    void functionsOfWindowsAreLookedAtToo() {
        assertRefused(letters(window -> window.sortPartition(l -> l.number() + window.hashCode(), Order.ASCENDING)))
                .contains("sort-2", "PartitionWindowedStream", "while the job is drawn");
        assertRefused(letters(window -> {
                    Plus plus = new Plus();
                    window.sortPartition(plus, Order.ASCENDING).thenSortPartition(plus, Order.DESCENDING);
                }))
                .contains("give each its own");
    }

    @Test
    void forwardToAnotherParallelismIsRefused() {
        assertRefused(env -> env.fromElements(new Letter(1, "a"))
                        .setParallelism(2)
                        .forward()
                        .fullWindowPartition()
                        .sortPartition(0, Order.ASCENDING, NullOrder.FIRST)
                        .setParallelism(3))
                .contains("collection-1", "parallelism 2", "sort-2", "parallelism 3");
        assertRefused(letters(window -> window.first(1).setParallelism(0))).contains("not 0");
    }

    /** An object, not a lambda. */
    static final class Plus implements KeySelector<Letter, Integer> {
        @Override
        public Integer key(Letter record) {
            return record.number() + 1;
        }
    }

    private static Consumer<StreamEnvironment> letters(Consumer<PartitionWindowedStream<Letter>> use) {
        return env -> use.accept(env.fromElements(new Letter(1, "a")).fullWindowPartition());
    }

    private static Consumer<StreamEnvironment> plain(Consumer<PartitionWindowedStream<Plain>> use) {
        return env -> use.accept(env.fromElements(new Plain(1)).fullWindowPartition());
    }

    /** Words of which nobody knows that they are. */
    private static PartitionWindowedStream<Word> lines(StreamEnvironment env) {
        return env.fromElements("a")
                .<Word>flatMap(PartitionWindowRefusalTest::hidden)
                .fullWindowPartition();
    }

    @SuppressWarnings("unchecked")
    private static <T> void hidden(String line, io.github.foggara.api.function.Collector<T> out) {
        out.collect((T) new Word(line));
    }
}
