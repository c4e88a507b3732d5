package io.github.foggara.kernel.taskexecutor.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.function.ScalarReduceFunction;
import io.github.foggara.api.graph.OperatorSpec.KeyedReduceSpec;
import io.github.foggara.api.shuffle.GateCursor;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ScalarReduceLinkTest {
    /** Everything but the count is the key or belongs to the first record. */
    record Seen(Object key, List<String> tags, long count) {
        Seen(Object key, long count) {
            this(key, List.of(), count);
        }
    }

    private record Counting(boolean restIsKey) implements ScalarReduceFunction<Seen> {
        @Override
        public Code<Seen> newCode() {
            return new Code<>() {
                @Override
                public long first(Seen record) {
                    return record.count();
                }

                @Override
                public long add(long number, Seen record) {
                    return number + record.count();
                }

                @Override
                public Seen result(Seen record, long number) {
                    return new Seen(record.key(), record.tags(), number);
                }
            };
        }

        @Override
        public Seen reduce(Seen left, Seen right) {
            throw new AssertionError("the code is used");
        }
    }

    /** Copies tags; calls records with tags mutable. */
    private static final class SeenCodec implements RecordCodec<Object> {
        @Override
        public boolean immutable(Object value) {
            return !(value instanceof Seen seen) || seen.tags().isEmpty();
        }

        @Override
        public Object copy(Object value) {
            Seen seen = (Seen) value;
            return new Seen(seen.key(), new ArrayList<>(seen.tags()), seen.count());
        }

        @Override
        public int estimateBytes(Object value) {
            return 16;
        }

        @Override
        public void encode(Object value, RecordOutput out) {
            throw new AssertionError();
        }

        @Override
        public Object decode(RecordInput in) {
            throw new AssertionError();
        }
    }

    private static Link link(LinkBench bench, KeySelector<Seen, ?> key, boolean restIsKey) {
        Counting function = new Counting(restIsKey);
        return new ChainCode()
                .link(
                        "sum",
                        ScalarReduceLink.class,
                        bench.setup(
                                new KeyedReduceSpec(key, function), bench.end(), new SeenCodec(), function.newCode()));
    }

    /** Through the loop over a gate's records, so that they are announced before they are collected. */
    private static void pump(LinkBench bench, Link link, List<Seen> records) {
        GatePump pump = (GatePump) ChainCode.only(PumpLink.class, bench.setup(null, link, null, null));
        GateCursor cursor = new GateCursor();
        cursor.records(0, records.toArray(), 0, records.size(), 0);
        pump.pump(cursor);
    }

    private static List<Seen> records(int count) {
        Random random = new Random(count);
        List<Seen> records = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int key = random.nextInt(8_000);
            Object typed = switch (key % 4) {
                case 0 -> (long) (key - 4_000) / 4;
                case 1 -> (key - 4_000) / 4;
                case 2 -> "k" + key;
                default -> List.of(key);
            };
            records.add(new Seen(typed, i));
        }
        return records;
    }

    @Test
    void eachRecordGivesAnUpdateWhateverTheTypeOfItsKey() {
        for (boolean restIsKey : new boolean[] {true, false}) {
            LinkBench bench = new LinkBench(false, false);
            List<Seen> records = records(40_000);
            pump(bench, link(bench, Seen::key, restIsKey), records);
            Map<Object, Long> sums = new HashMap<>();
            List<Object> expected = new ArrayList<>();
            for (Seen seen : records) {
                expected.add(new Seen(seen.key(), sums.merge(seen.key(), seen.count(), Long::sum)));
            }
            assertThat(sums).containsKeys(0L, 0, 1L, 1);
            assertThat(bench.out).isEqualTo(expected);
        }
    }

    @Test
    void inABatchEachKeyGivesItsLastUpdateAtTheEnd() {
        LinkBench bench = new LinkBench(true, false);
        Link link = link(bench, Seen::key, true);
        List<Seen> records = records(40_000);
        pump(bench, link, records);
        assertThat(bench.out).isEmpty();
        link.finish();
        Map<Object, Long> sums = new HashMap<>();
        records.forEach(seen -> sums.merge(seen.key(), seen.count(), Long::sum));
        List<Object> expected = new ArrayList<>();
        sums.forEach((key, sum) -> expected.add(new Seen(key, sum)));
        assertThat(bench.out).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void theRestIsThatOfTheFirstRecordAndDoesNotChangeWithWhatWasEmitted() {
        LinkBench bench = new LinkBench(false, false);
        Link link = link(bench, Seen::key, false);
        for (int i = 0; i < 3; i++) {
            link.collect(new Seen("a", new ArrayList<>(List.of("tag " + i)), 1));
            ((Seen) bench.out.get(i)).tags().add("spoiled");
        }
        assertThat(bench.out)
                .containsExactly(
                        new Seen("a", List.of("tag 0", "spoiled"), 1),
                        new Seen("a", List.of("tag 0", "spoiled"), 2),
                        new Seen("a", List.of("tag 0", "spoiled"), 3));
    }

    @Test
    void aKeySelectorThatThrowsFailsAtItsRecordAndNotBefore() {
        List<Seen> records = records(40_000);
        Object bad = records.get(39_990);
        KeySelector<Seen, Object> key = seen -> {
            if (seen == bad) {
                throw new IllegalArgumentException("bad record");
            }
            return seen.key();
        };
        LinkBench bench = new LinkBench(false, false);
        Link link = link(bench, key, true);
        assertThatThrownBy(() -> pump(bench, link, records))
                .isInstanceOf(OperatorFailure.class)
                .hasRootCauseMessage("bad record");
        assertThat(bench.out).hasSize(39_990);
    }

    @Test
    void aKeyIsNeverNull() {
        LinkBench bench = new LinkBench(false, false);
        Link link = link(bench, seen -> null, true);
        assertThatThrownBy(() -> link.collect(new Seen("a", 1)))
                .isInstanceOf(OperatorFailure.class)
                .cause()
                .hasMessageContaining("key selector of operator 'op' returned null");
    }
}
