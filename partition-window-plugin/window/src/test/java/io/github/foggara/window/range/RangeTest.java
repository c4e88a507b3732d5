package io.github.foggara.window.range;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.sort.NullOrder;
import io.github.foggara.api.sort.Order;
import io.github.foggara.api.sort.SortCriterion;
import io.github.foggara.testkit.runtime.SimulatedRuntime;
import io.github.foggara.window.range.Watched.Sent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records go to ranges of their keys. */
class RangeTest {
    private static final SortCriterion ASCENDING = SortCriterion.field("*", Order.ASCENDING, NullOrder.AUTO);
    private static final SortCriterion DESCENDING = SortCriterion.field("*", Order.DESCENDING, NullOrder.AUTO);

    @TempDir
    Path directory;

    /** Deals records out like cards. */
    static <T> List<List<T>> spread(List<T> records, int subtasks) {
        List<List<T>> spread = IntStream.range(0, subtasks)
                .<List<T>>mapToObj(i -> new ArrayList<>())
                .toList();
        for (int i = 0; i < records.size(); i++) {
            spread.get(i % subtasks).add(records.get(i));
        }
        return spread;
    }

    /** What each consumer gets. */
    @SuppressWarnings("unchecked")
    static <T> List<List<T>> received(List<List<Object>> left, int consumers) {
        List<List<T>> received = IntStream.range(0, consumers)
                .<List<T>>mapToObj(i -> new ArrayList<>())
                .toList();
        left.stream()
                .flatMap(List::stream)
                .map(Sent.class::cast)
                .forEach(sent -> received.get(sent.target()).add((T) sent.record()));
        return received;
    }

    /** Each consumer sorts, and the parts are laid one behind the other. */
    static <T> List<T> sorted(List<List<T>> received, Comparator<? super T> order) {
        return received.stream().flatMap(part -> part.stream().sorted(order)).toList();
    }

    private <T> List<List<T>> range(
            Class<?> type, SortCriterion criterion, List<T> records, int subtasks, int consumers, Object... functions)
            throws Exception {
        TwoPassJob job = TwoPassJob.range(type, criterion, consumers, directory, functions);
        List<List<T>> received = received(job.run(spread(records, subtasks)), consumers);
        assertThat(job.residue()).isEmpty();
        return received;
    }

    /** Scenario 17. */
    @Test
    void partsOfAHundredThousandLongsAreInOrderAndAboutEqual() throws Exception {
        long seed = System.nanoTime();
        List<Long> records = new Random(seed).longs(100_000).boxed().toList();
        List<List<Long>> received = range(Long.class, ASCENDING, records, 4, 4);

        assertThat(sorted(received, Comparator.naturalOrder()))
                .as("seed %d", seed)
                .isEqualTo(records.stream().sorted().toList());
        assertThat(received)
                .as("seed %d", seed)
                .allSatisfy(part -> assertThat(part).hasSizeBetween(23_000, 27_000));
    }

    @Test
    void descendingRangesBeginWithTheLargest() throws Exception {
        List<Integer> records =
                new ArrayList<>(IntStream.range(0, 1_000).boxed().toList());
        Collections.shuffle(records, new Random(1));
        List<List<Integer>> received = range(Integer.class, DESCENDING, records, 3, 5);

        assertThat(sorted(received, Comparator.reverseOrder()))
                .isEqualTo(IntStream.range(0, 1_000).mapToObj(i -> 999 - i).toList());
        assertThat(received).allSatisfy(part -> assertThat(part).hasSize(200));
    }

    @Test
    void equalKeysStayTogether() throws Exception {
        List<List<Integer>> received = range(Integer.class, ASCENDING, Collections.nCopies(1_000, 7), 4, 4);
        assertThat(received)
                .filteredOn(part -> !part.isEmpty())
                .hasSize(1)
                .allSatisfy(part -> assertThat(part).hasSize(1_000));
    }

    @Test
    void twoKeysAreTwoRanges() throws Exception {
        List<Integer> records = Stream.concat(
                        Collections.nCopies(300, 9).stream(), Collections.nCopies(700, 3).stream())
                .toList();
        List<List<Integer>> received = range(Integer.class, ASCENDING, records, 3, 2);
        assertThat(received).containsExactly(Collections.nCopies(700, 3), Collections.nCopies(300, 9));
    }

    /** A key that most records have goes where most of its records would be, and those before it elsewhere. */
    @Test
    void aHeavyKeyLeavesTheOthersTheirRange() throws Exception {
        List<Integer> records = Stream.concat(IntStream.range(0, 100).boxed(), Collections.nCopies(900, 500).stream())
                .toList();
        List<List<Integer>> received = range(Integer.class, ASCENDING, records, 2, 2);
        assertThat(received.get(0))
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, 100).boxed().toList());
        assertThat(received.get(1)).hasSize(900);
    }

    @Test
    void nothingComesOfNothing() throws Exception {
        assertThat(range(Long.class, ASCENDING, List.<Long>of(), 3, 2)).containsExactly(List.of(), List.of());
    }

    @Test
    void oneSubtaskGetsAll() throws Exception {
        List<Long> records = LongStream.range(0, 100).boxed().toList();
        assertThat(range(Long.class, ASCENDING, records, 1, 1)).containsExactly(records);
    }

    @Test
    void textsAreOrderedByTheirCharacters() throws Exception {
        List<String> records = new Random(3)
                .ints(5_000, 0, 1_000)
                .mapToObj(i -> "https://example.com/a/long/begin/that/all/of/them/have/" + Integer.toHexString(i))
                .toList();
        List<List<String>> received = range(String.class, ASCENDING, records, 4, 7);
        assertThat(sorted(received, Comparator.naturalOrder()))
                .isEqualTo(records.stream().sorted().toList());
        assertThat(received).allSatisfy(part -> assertThat(part).hasSizeBetween(500, 950));
    }

    /** Only the begin of a key is looked at, but that breaks no order. */
    @Test
    void keysThatDifferLateStayTogether() throws Exception {
        String begin = "x".repeat(1_000);
        List<String> records = Arrays.asList(begin + "b", "a", begin + "a", "z", begin + "c");
        List<List<String>> received = range(String.class, ASCENDING, records, 2, 5);
        assertThat(sorted(received, Comparator.naturalOrder()))
                .isEqualTo(records.stream().sorted().toList());
    }

    @Test
    void nullsStandWhereTheCriterionSays() throws Exception {
        KeySelector<Integer, Integer> key = n -> n % 10 == 0 ? null : n;
        List<Integer> records = IntStream.range(0, 1_000).boxed().toList();
        SortCriterion last = SortCriterion.selector(0, Order.ASCENDING, NullOrder.LAST);
        List<List<Integer>> received = range(Integer.class, last, records, 2, 10, key);
        assertThat(received.get(9)).hasSize(100).allMatch(n -> n % 10 == 0);
    }

    /** Any keys, spread in any way: what one consumer gets is never smaller than what the one before gets, and equal keys meet. */
    @Test
    void anyKeysAreInOrder() throws Exception {
        SimulatedRuntime.seeds(60).forEach(seed -> {
            Random random = new Random(seed);
            int distinct = 1 + random.nextInt(50);
            List<Long> records = random.longs(random.nextInt(400))
                    .map(n -> n % distinct * (1L << random.nextInt(50)))
                    .boxed()
                    .toList();
            int consumers = 1 + random.nextInt(9);
            try {
                List<List<Long>> received = range(Long.class, ASCENDING, records, 1 + random.nextInt(4), consumers);
                assertThat(sorted(received, Comparator.naturalOrder()))
                        .as("seed %d", seed)
                        .isEqualTo(records.stream().sorted().toList());
            } catch (Exception e) {
                throw new AssertionError("seed " + seed, e);
            }
        });
    }
}
