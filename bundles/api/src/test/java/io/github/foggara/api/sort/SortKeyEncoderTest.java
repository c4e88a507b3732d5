package io.github.foggara.api.sort;

import static io.github.foggara.api.sort.Keys.by;
import static io.github.foggara.api.sort.Keys.bytes;
import static io.github.foggara.api.sort.Keys.compare;
import static io.github.foggara.api.sort.Keys.encoder;
import static io.github.foggara.api.sort.Keys.selecting;
import static io.github.foggara.api.sort.Keys.sorted;
import static io.github.foggara.api.sort.Order.ASCENDING;
import static io.github.foggara.api.sort.Order.DESCENDING;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.types.RecordOutput;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SortKeyEncoderTest {
    record Letter(int number, String letter) {
        @Override
        public String toString() {
            return number + letter;
        }
    }

    record Pair<A, B>(A f0, B f1) {}

    record Composite(int id, Pair<Integer, Integer> pair) {}

    record Reading(long at, double celsius) {}

    record Person(String name, Optional<Address> address) {}

    record Address(String city, int number) {}

    /** No record: fields and getters. */
    public static class Plain {
        public String n;
        private final Integer v;

        Plain(String n, Integer v) {
            this.n = n;
            this.v = v;
        }

        public Integer getV() {
            return v;
        }

        public boolean isSmall() {
            return v != null && v < 2;
        }

        public int length() {
            return n.length();
        }
    }

    private static final List<Letter> LETTERS = List.of(new Letter(3, "a"), new Letter(1, "c"), new Letter(2, "b"));

    /** Scenario 3. */
    @Test
    void componentsSortByNameAndByPosition() {
        assertThat(sorted(encoder(Letter.class, by("number", ASCENDING)), LETTERS))
                .hasToString("[1c, 2b, 3a]");
        assertThat(sorted(encoder(Letter.class, by("letter", ASCENDING)), LETTERS))
                .hasToString("[3a, 2b, 1c]");
        assertThat(sorted(encoder(Letter.class, by("f0", DESCENDING)), LETTERS)).hasToString("[3a, 2b, 1c]");
        assertThat(sorted(encoder(Letter.class, by("f1", DESCENDING)), LETTERS)).hasToString("[1c, 2b, 3a]");
        assertThat(sorted(encoder(Letter.class, by("*", ASCENDING)), LETTERS)).hasToString("[1c, 2b, 3a]");
    }

    /** Scenario 4. */
    @Test
    void recordThatASelectorYieldsComparesByAllItsComponents() {
        KeySelector<Integer, Pair<Integer, Integer>> selector = v -> new Pair<>(0, -v);
        assertThat(sorted(selecting(Integer.class, selector, ASCENDING), List.of(1, 2, 3, 4, 5, 6)))
                .containsExactly(6, 5, 4, 3, 2, 1);
    }

    /** Scenario 4, nested. */
    @Test
    void compositeComponentComparesByAllItsComponents() {
        List<Composite> records = List.of(
                new Composite(1, new Pair<>(0, 3)),
                new Composite(2, new Pair<>(0, 2)),
                new Composite(3, new Pair<>(0, 1)));
        for (String path : List.of("f1", "pair", "pair.*", "pair.f1", "f1.f1")) {
            assertThat(sorted(encoder(Composite.class, by(path, ASCENDING)), records))
                    .extracting(Composite::id)
                    .containsExactly(3, 2, 1);
        }
    }

    /** Scenario 5. */
    @Test
    void nullsAreFirstUpwardsAndLastDownwardsUnlessSaidOtherwise() {
        List<Plain> records = List.of(new Plain("b", 2), new Plain("a", null), new Plain("c", 1));
        assertThat(names(records, "v", ASCENDING, NullOrder.AUTO)).isEqualTo("acb");
        assertThat(names(records, "v", DESCENDING, NullOrder.AUTO)).isEqualTo("bca");
        assertThat(names(records, "v", ASCENDING, NullOrder.LAST)).isEqualTo("cba");
        assertThat(names(records, "v", DESCENDING, NullOrder.FIRST)).isEqualTo("abc");
    }

    @Test
    void whatTheJobSaysOfNullsHoldsForCriteriaThatSayNothing() {
        List<Plain> records = List.of(new Plain("b", 2), new Plain("a", null));
        SortKeyEncoder last = SortKeyEncoder.of(Plain.class, List.of(by("v", ASCENDING)), List.of(), NullOrder.LAST);
        assertThat(sorted(last, records)).extracting(p -> p.n).containsExactly("b", "a");
        SortKeyEncoder own = SortKeyEncoder.of(
                Plain.class, List.of(SortCriterion.field("v", ASCENDING, NullOrder.FIRST)), List.of(), NullOrder.LAST);
        assertThat(sorted(own, records)).extracting(p -> p.n).containsExactly("a", "b");
    }

    @Test
    void fieldsAndGettersOfOtherClassesAreComponents() {
        List<Plain> records = List.of(new Plain("bb", 2), new Plain("a", 1), new Plain("ccc", 3));
        assertThat(names(records, "n", ASCENDING, NullOrder.AUTO)).isEqualTo("abbccc");
        assertThat(names(records, "length", DESCENDING, NullOrder.AUTO)).isEqualTo("cccbba");
        assertThat(names(records, "small", DESCENDING, NullOrder.AUTO)).isEqualTo("abbccc");
    }

    /** Scenario 6. */
    @Test
    void specialNumbersAndTextsAreWhereCompareToHasThem() {
        List<Double> doubles = List.of(Double.NaN, -0.0, 0.0, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
        assertThat(sorted(encoder(Double.class, by("*", ASCENDING)), doubles))
                .containsExactly(Double.NEGATIVE_INFINITY, -0.0, 0.0, Double.POSITIVE_INFINITY, Double.NaN);
        List<String> texts = List.of("\uD83D\uDE00", "\uFFFF", "a");
        assertThat(sorted(encoder(String.class, by("*", ASCENDING)), texts))
                .containsExactly("a", "\uD83D\uDE00", "\uFFFF");
    }

    @Test
    void decimalsOfEqualValueTie() {
        SortKeyEncoder encoder = encoder(BigDecimal.class, by("_", ASCENDING));
        assertThat(compare(encoder, new BigDecimal("1.0"), new BigDecimal("1.00")))
                .isZero();
        assertThat(compare(encoder, BigDecimal.ZERO, new BigDecimal("0E+9"))).isZero();
        assertThat(compare(encoder, new BigDecimal("1E+2147483647"), new BigDecimal("9E-2147483647")))
                .isOne();
    }

    @Test
    void longsAreEightBytes() {
        SortKeyEncoder up = encoder(Reading.class, by("at", ASCENDING));
        assertThat(bytes(up, new Reading(Long.MIN_VALUE, 0))).containsOnly(0);
        assertThat(bytes(encoder(Reading.class, by("at", DESCENDING)), new Reading(Long.MIN_VALUE, 0)))
                .hasSize(8)
                .containsOnly(0xFF);
        assertThat(bytes(encoder(Reading.class, by("*", ASCENDING)), new Reading(1, 2)))
                .hasSize(16);
        assertThat(bytes(selecting(Reading.class, Reading::at, ASCENDING), new Reading(1, 2)))
                .hasSize(8);
    }

    @Test
    void numbersAreEncodedWithoutGarbage() throws Exception {
        List<SortKeyEncoder> encoders = List.of(
                encoder(Reading.class, by("at", ASCENDING), by("celsius", DESCENDING)),
                selecting(Reading.class, Reading::at, DESCENDING));
        Reading record = new Reading(1L << 40, 38.5);
        RecordOutput out = new RecordOutput(64);
        ThreadMXBean memory = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (SortKeyEncoder encoder : encoders) {
            long before = 0;
            for (int i = 0; i < 110_000; i++) {
                if (i == 10_000) {
                    before = memory.getCurrentThreadAllocatedBytes();
                }
                out.reset();
                encoder.encode(record, out);
            }
            assertThat(memory.getCurrentThreadAllocatedBytes() - before).isLessThan(100_000);
        }
    }

    @Test
    void keysOfSmallValuesAreShort() {
        assertThat(bytes(encoder(LocalDate.class, by("*", ASCENDING)), LocalDate.MAX))
                .hasSize(5);
        assertThat(bytes(encoder(DayOfWeek.class, by("*", ASCENDING)), DayOfWeek.SUNDAY))
                .hasSize(1);
        assertThat(bytes(encoder(Letter.class, by("number", ASCENDING), by("f0", DESCENDING)), LETTERS.get(0)))
                .hasSize(8);
        assertThat(bytes(encoder(Plain.class, by("v", ASCENDING)), new Plain("a", 1)))
                .hasSize(5);
        assertThat(bytes(encoder(Letter.class), LETTERS.get(0))).isEmpty();
    }

    @Test
    void whatIsMissingOnTheWayIsNull() {
        Person homeless = new Person("a", Optional.empty());
        Person odd = new Person("b", null);
        Person settled = new Person("c", Optional.of(new Address("Adrar", 0)));
        for (String path : List.of("address.number", "address.city", "address")) {
            SortKeyEncoder encoder = encoder(Person.class, by(path, ASCENDING));
            assertThat(compare(encoder, homeless, odd)).isZero();
            assertThat(compare(encoder, homeless, settled)).isEqualTo(-1);
        }
    }

    /** I12. */
    @Test
    void selectorIsCalledOncePerRecordWhateverItYields() {
        List<Letter> seen = new ArrayList<>();
        KeySelector<Letter, Pair<String, Integer>> selector = new KeySelector<>() {
            @Override
            public Pair<String, Integer> key(Letter record) {
                seen.add(record);
                return new Pair<>(record.letter(), record.number());
            }
        };
        SortKeyEncoder encoder = selecting(Letter.class, selector, ASCENDING);
        LETTERS.forEach(record -> bytes(encoder, record));
        assertThat(seen).isEqualTo(LETTERS);
    }

    @Test
    void eachEncoderCallsTheSelectorsOfItsOwnOperator() {
        List<KeySelector<Letter, Integer>> selectors = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            int sign = i == 0 ? 1 : -1;
            selectors.add(record -> sign * record.number());
        }
        assertThat(sorted(selecting(Letter.class, selectors.get(0), ASCENDING), LETTERS))
                .hasToString("[1c, 2b, 3a]");
        assertThat(sorted(selecting(Letter.class, selectors.get(1), ASCENDING), LETTERS))
                .hasToString("[3a, 2b, 1c]");
    }

    @Test
    void criteriaCountInTheirOrder() {
        List<Letter> records = List.of(new Letter(1, "b"), new Letter(2, "a"), new Letter(1, "a"), new Letter(2, "b"));
        KeySelector<Letter, String> letter = Letter::letter;
        SortKeyEncoder encoder = SortKeyEncoder.of(
                Letter.class,
                List.of(by("number", DESCENDING), SortCriterion.selector(1, ASCENDING, NullOrder.AUTO)),
                Arrays.asList("the key selector", letter),
                NullOrder.AUTO);
        assertThat(sorted(encoder, records)).hasToString("[2a, 2b, 1a, 1b]");
    }

    @Test
    void everyShiftOfATextKeepsItsPlace() {
        List<String> texts = new ArrayList<>();
        for (char c : new char[] {0, 1, 'a', 0x7E, 0x7F, 0x80, 0x7FE, 0x7FF, 0x800, 0xD83D, 0xDE00, 0xFFFE, 0xFFFF}) {
            texts.addAll(List.of("" + c, c + "\0", c + "a", "a" + c, "a" + c + "\0", "" + c + c, ""));
        }
        List<String> expected = new ArrayList<>(texts);
        Collections.sort(expected);
        assertThat(sorted(encoder(String.class, by("*", ASCENDING)), texts)).isEqualTo(expected);
        Collections.reverse(expected);
        assertThat(sorted(encoder(String.class, by("*", DESCENDING)), texts)).isEqualTo(expected);
    }

    private static String names(List<Plain> records, String path, Order order, NullOrder nulls) {
        SortKeyEncoder encoder = encoder(Plain.class, SortCriterion.field(path, order, nulls));
        StringBuilder names = new StringBuilder();
        sorted(encoder, records).forEach(p -> names.append(p.n));
        return names.toString();
    }
}
