package io.github.foggara.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.types.FunctionSignature;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ComponentReduceTest {
    record Numbers(byte b, short s, int i, long l, float f, double d, char c, boolean z) {}

    record Objects(
            String id, Integer i, Long l, Double d, BigInteger big, BigDecimal money, LocalDate day, AtomicLong x) {}

    record Positive(String id, int value) {
        Positive {
            if (value < 0) {
                throw new IllegalArgumentException("negative: " + value);
            }
        }
    }

    private static final Numbers LEFT =
            new Numbers((byte) 100, (short) 30000, Integer.MAX_VALUE, Long.MAX_VALUE, 1.5f, 2.5, 'x', true);
    private static final Numbers RIGHT = new Numbers((byte) 100, (short) 10000, 2, 3, 2.5f, Double.NaN, 'b', false);

    private static <T, N> T reduce(Aggregation aggregation, KeySelector<T, N> accessor, T left, T right)
            throws Exception {
        FunctionSignature signature = FunctionSignature.of(accessor);
        int component = signature.recordComponent().orElseThrow();
        ComponentReduce<T> reduce = new ComponentReduce<>(signature.owner(), component, aggregation);
        reduce.open(null);
        T result = reduce.reduce(left, right);
        reduce.close();
        if (signature.owner().getRecordComponents()[component].getType().isPrimitive()) {
            ScalarReduce<T> scalar = new ScalarReduce<>(signature.owner(), component, aggregation, false);
            assertThat(scalar.reduce(left, right)).isEqualTo(result);
        }
        return result;
    }

    @Test
    void sumsOfWholeNumbersWrap() throws Exception {
        assertThat(reduce(Aggregation.SUM, Numbers::b, LEFT, RIGHT).b()).isEqualTo((byte) -56);
        assertThat(reduce(Aggregation.SUM, Numbers::s, LEFT, RIGHT).s()).isEqualTo((short) -25536);
        assertThat(reduce(Aggregation.SUM, Numbers::i, LEFT, RIGHT).i()).isEqualTo(Integer.MIN_VALUE + 1);
        assertThat(reduce(Aggregation.SUM, Numbers::l, LEFT, RIGHT).l()).isEqualTo(Long.MIN_VALUE + 2);
    }

    @Test
    void onlyTheComponentChangesAndTheOthersAreThoseOfTheFirst() throws Exception {
        assertThat(reduce(Aggregation.SUM, Numbers::f, LEFT, RIGHT))
                .isEqualTo(new Numbers(LEFT.b(), LEFT.s(), LEFT.i(), LEFT.l(), 4.0f, LEFT.d(), LEFT.c(), LEFT.z()));
        assertThat(reduce(Aggregation.MIN, Numbers::b, RIGHT, LEFT)).isEqualTo(RIGHT);
        assertThat(reduce(Aggregation.MAX, Numbers::z, RIGHT, LEFT))
                .isEqualTo(
                        new Numbers(RIGHT.b(), RIGHT.s(), RIGHT.i(), RIGHT.l(), RIGHT.f(), RIGHT.d(), RIGHT.c(), true));
    }

    @Test
    void smallestAndLargestOfPrimitives() throws Exception {
        assertThat(reduce(Aggregation.MIN, Numbers::l, LEFT, RIGHT).l()).isEqualTo(3);
        assertThat(reduce(Aggregation.MAX, Numbers::l, RIGHT, LEFT).l()).isEqualTo(Long.MAX_VALUE);
        assertThat(reduce(Aggregation.MIN, Numbers::i, LEFT, RIGHT).i()).isEqualTo(2);
        assertThat(reduce(Aggregation.MAX, Numbers::s, RIGHT, LEFT).s()).isEqualTo((short) 30000);
        assertThat(reduce(Aggregation.MIN, Numbers::c, LEFT, RIGHT).c()).isEqualTo('b');
        assertThat(reduce(Aggregation.MIN, Numbers::f, RIGHT, LEFT).f()).isEqualTo(1.5f);
    }

    @Test
    void notANumberIsTheLargest() throws Exception {
        assertThat(reduce(Aggregation.MAX, Numbers::d, LEFT, RIGHT).d()).isNaN();
        assertThat(reduce(Aggregation.MAX, Numbers::d, RIGHT, LEFT).d()).isNaN();
        assertThat(reduce(Aggregation.MIN, Numbers::d, RIGHT, LEFT).d()).isEqualTo(2.5);
        assertThat(reduce(Aggregation.MIN, Numbers::d, LEFT, RIGHT).d()).isEqualTo(2.5);
    }

    @Test
    void boxesBigNumbersAndDates() throws Exception {
        BigDecimal half = new BigDecimal("0.50");
        Objects left = new Objects("a", 1, 2L, 3.0, BigInteger.ONE, half, LocalDate.of(2020, 1, 2), null);
        Objects right = new Objects("b", 5, 7L, 0.5, BigInteger.TEN, half, LocalDate.of(2019, 1, 2), null);
        assertThat(reduce(Aggregation.SUM, Objects::i, left, right).i()).isEqualTo(6);
        assertThat(reduce(Aggregation.SUM, Objects::l, left, right).l()).isEqualTo(9);
        assertThat(reduce(Aggregation.SUM, Objects::d, left, right).d()).isEqualTo(3.5);
        assertThat(reduce(Aggregation.SUM, Objects::big, left, right).big()).isEqualTo(11);
        assertThat(reduce(Aggregation.SUM, Objects::money, left, right).money()).isEqualTo(new BigDecimal("1.00"));
        assertThat(reduce(Aggregation.MIN, Objects::day, left, right).day()).isEqualTo(right.day());
        assertThat(reduce(Aggregation.MAX, Objects::id, left, right).id()).isEqualTo("b");
        assertThat(reduce(Aggregation.MAX, Objects::l, left, right).l()).isEqualTo(7);
    }

    @Test
    void ofEquallyLargeValuesTheFirstStays() throws Exception {
        Objects one = new Objects("a", null, null, null, null, new BigDecimal("1.0"), null, null);
        Objects same = new Objects("a", null, null, null, null, new BigDecimal("1.00"), null, null);
        for (Aggregation aggregation : new Aggregation[] {Aggregation.MIN, Aggregation.MAX}) {
            assertThat(reduce(aggregation, Objects::money, one, same).money()).isEqualTo(one.money());
            assertThat(reduce(aggregation, Objects::money, same, one).money()).isEqualTo(same.money());
        }
    }

    @Test
    void whatTheRecordsConstructorThrowsArrivesAsItIs() {
        Positive large = new Positive("a", Integer.MAX_VALUE);
        assertThatThrownBy(() -> reduce(Aggregation.SUM, Positive::value, large, large))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("negative: -2");
    }

    @Test
    void onlyPrimitiveComponentsAreKeptAsNumbers() {
        assertThat(ComponentReduce.of(Numbers.class, 3, Aggregation.SUM, OptionalInt.empty()))
                .isInstanceOf(ScalarReduce.class);
        assertThat(ComponentReduce.of(Objects.class, 2, Aggregation.SUM, OptionalInt.of(0)))
                .isInstanceOf(ComponentReduce.class);
    }

    record ByDouble(double key, long count) {}

    record ByList(java.util.List<String> key, long count) {}

    @Test
    void recordsOfAPlainKeyAndTheNumberNeedNoFirstRecord() {
        assertThat(ScalarReduce.restIsKey(Positive.class, 1, OptionalInt.of(0))).isTrue();
        assertThat(ScalarReduce.restIsKey(Positive.class, 1, OptionalInt.empty()))
                .isFalse();
        assertThat(ScalarReduce.restIsKey(Positive.class, 1, OptionalInt.of(1))).isFalse();
        assertThat(ScalarReduce.restIsKey(ByDouble.class, 1, OptionalInt.of(0))).isFalse();
        assertThat(ScalarReduce.restIsKey(ByList.class, 1, OptionalInt.of(0))).isFalse();
        assertThat(ScalarReduce.restIsKey(Numbers.class, 3, OptionalInt.of(0))).isFalse();
    }

    @Test
    void unfitComponentsAreRefusedInWords() {
        assertThat(ComponentReduce.refusal(Objects.class, 0, Aggregation.SUM).orElseThrow())
                .contains("Objects.id", "java.lang.String", "sum needs");
        assertThat(ComponentReduce.refusal(Objects.class, 7, Aggregation.SUM)).isPresent();
        assertThat(ComponentReduce.refusal(Objects.class, 7, Aggregation.MAX)).isPresent();
        assertThat(ComponentReduce.refusal(Numbers.class, 6, Aggregation.SUM)).isPresent();
        assertThat(ComponentReduce.refusal(Numbers.class, 7, Aggregation.MIN)).isEmpty();
    }
}
