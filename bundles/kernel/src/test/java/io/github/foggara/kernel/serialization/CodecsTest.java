package io.github.foggara.kernel.serialization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import io.github.foggara.api.types.UnregisteredTypeException;
import io.github.foggara.kernel.serialization.Samples.Account;
import io.github.foggara.kernel.serialization.Samples.Bytes;
import io.github.foggara.kernel.serialization.Samples.Colour;
import io.github.foggara.kernel.serialization.Samples.Drawing;
import io.github.foggara.kernel.serialization.Samples.Keyed;
import io.github.foggara.kernel.serialization.Samples.Order;
import io.github.foggara.kernel.serialization.Samples.Savings;
import io.github.foggara.kernel.serialization.Samples.Shape;
import io.github.foggara.kernel.serialization.Samples.Tags;
import io.github.foggara.kernel.serialization.Samples.Tree;
import io.github.foggara.kernel.serialization.Samples.Unknown;
import io.github.foggara.kernel.serialization.Samples.Word;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CodecsTest {
    private final Codecs codecs = Samples.all();
    private final RecordCodec<Object> codec = codecs.codec(null, "source");

    static List<Object> values() {
        List<Object> values = new ArrayList<>(scalars());
        values.addAll(times());
        values.addAll(containers());
        values.addAll(userTypes());
        return values;
    }

    private static List<Object> scalars() {
        return List.of(
                true,
                (byte) -1,
                (short) 300,
                'é',
                7,
                -7L,
                Long.MIN_VALUE,
                Integer.MAX_VALUE,
                1.5f,
                -0.0,
                "größe\n",
                new BigInteger("-123456789012345678901234567890"),
                new BigDecimal("1.2300"),
                new UUID(3, 4));
    }

    private static List<Object> times() {
        LocalDateTime overlap = LocalDateTime.of(2026, 10, 25, 2, 30);
        return List.of(
                Instant.MAX,
                Instant.MIN,
                LocalDate.MIN,
                LocalTime.MAX,
                overlap,
                OffsetDateTime.MAX,
                ZonedDateTime.ofLocal(overlap, ZoneId.of("Europe/Berlin"), ZoneOffset.ofHours(1)),
                Duration.ofNanos(-1),
                Period.of(1, -2, 3),
                ZoneOffset.ofHours(2),
                ZoneId.of("Europe/Berlin"),
                Year.of(2026),
                YearMonth.of(2026, 2),
                DayOfWeek.SUNDAY,
                Month.MAY);
    }

    private static List<Object> containers() {
        return List.of(
                List.of(),
                List.of(1, "two"),
                Arrays.asList(1, null),
                new ArrayList<>(List.of(3L)),
                new LinkedList<>(List.of(1)),
                Set.of("a", "b"),
                new HashSet<>(List.of("x")),
                new LinkedHashSet<>(List.of(2, 1)),
                new TreeSet<>(List.of(2, 1)),
                Map.of("k", List.of(1)),
                new HashMap<>(Map.of(1, 2)),
                new LinkedHashMap<>(Map.of(1, 2)),
                new TreeMap<>(Map.of("b", 1, "a", 2)),
                Collections.unmodifiableMap(new HashMap<>(Map.of(1, 2))),
                Optional.empty(),
                Optional.of(new Word("w", 1)));
    }

    private static List<Object> userTypes() {
        Account account = new Account("ann", 12);
        account.history.add(new Word("deposit", 3));
        return List.of(
                new Word("a", 1),
                new Word(null, -1),
                new Samples.Point(1, 2, true, 'c', (byte) 3, (short) 4, 5f),
                Samples.hidden("s"),
                new Tags("n", List.of("t")),
                new Keyed<>("k", 1),
                new Keyed<>(Colour.GREEN, 1),
                new Tree(new Tree(null, null, "l"), null, "root"),
                new Drawing(new Shape.Square(2)),
                Colour.GREEN,
                account,
                new Savings());
    }

    @ParameterizedTest
    @MethodSource("values")
    void everyValueComesBackEqual(Object value) {
        RecordOutput out = new RecordOutput(16);
        codec.encode(value, out);
        RecordInput in = new RecordInput(out.toByteArray());
        assertThat(codec.decode(in)).isEqualTo(value);
        assertThat(in.remaining()).isZero();
        assertThat(codec.copy(value)).isEqualTo(value);
        assertThat(codec.estimateBytes(value)).isBetween(16, 100_000);
    }

    @Test
    void mutableContainersComeBackAsWhatTheyWere() {
        for (Object value : List.of(
                new ArrayList<>(),
                new LinkedList<>(),
                new ArrayDeque<>(),
                new HashSet<>(),
                new LinkedHashSet<>(),
                new TreeSet<>(),
                new HashMap<>(),
                new LinkedHashMap<>(),
                new TreeMap<>())) {
            assertThat(roundTrip(value)).hasSameClassAs(value);
            assertThat(codec.copy(value)).hasSameClassAs(value).isNotSameAs(value);
        }
        assertThatThrownBy(() -> ((List<?>) roundTrip(List.of(1))).clear())
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void arraysComeBackEqual() {
        for (Object value : List.of(
                new boolean[] {true, false},
                new byte[] {1},
                new short[] {-2},
                new char[] {'x'},
                new int[] {3},
                new long[] {4},
                new float[] {5},
                new double[] {6},
                new String[] {"a", null},
                new Object[] {1, "b"},
                new Word[] {new Word("c", 1)})) {
            Object[] back = {roundTrip(value), codec.copy(value)};
            assertThat(Arrays.deepEquals(back, new Object[] {value, value})).isTrue();
            assertThat(back[1]).isNotSameAs(value);
        }
    }

    @Test
    void whatIsDeeplyImmutableIsNotCopied() {
        for (Object value : List.of(
                "text",
                1L,
                new Word("w", 1),
                Colour.GREEN,
                new Tree(new Tree(null, null, "l"), null, "root"),
                new Keyed<>("k", 1),
                new Keyed<>(List.of(new Word("in", 1)), 1),
                new Tags("n", List.of("t")),
                new Drawing(new Shape.Circle(1)),
                Optional.of("o"),
                Map.of("k", "v"),
                Samples.hidden("s"))) {
            assertThat(codec.immutable(value)).as("%s", value).isTrue();
            assertThat(codec.copy(value)).isSameAs(value);
        }
    }

    @Test
    void aRecordWithAListIsCopiedWithIt() {
        List<String> tags = new ArrayList<>(List.of("t"));
        Tags record = new Tags("n", tags);
        Tags copy = (Tags) codec.copy(record);
        tags.add("later");
        assertThat(codec.immutable(record)).isFalse();
        assertThat(copy.tags()).containsExactly("t");
    }

    @Test
    void aListThatOnlyLooksUnmodifiableIsCopied() {
        List<String> behind = new ArrayList<>(List.of("t"));
        Object copy = codec.copy(Collections.unmodifiableList(behind));
        behind.add("later");
        assertThat(copy).isEqualTo(List.of("t"));
    }

    @Test
    void aMutableValueInAGenericComponentIsCopied() {
        byte[] bytes = {1};
        @SuppressWarnings("unchecked")
        Keyed<Bytes> copy = (Keyed<Bytes>) codec.copy(new Keyed<>(new Bytes(bytes), 1));
        bytes[0] = 2;
        assertThat(copy.key().content()).containsExactly(1);
    }

    @Test
    void anOrderOfManyPartsSharesNothingMutable() {
        Word[] words = {new Word("w", 1)};
        Map<String, Tags> index = new HashMap<>(Map.of("i", new Tags("n", new ArrayList<>(List.of("t")))));
        Order copy = (Order) codec.copy(new Order(words[0], Optional.of(Colour.RED), index, words));
        words[0] = null;
        index.get("i").tags().clear();
        assertThat(copy.words()).containsExactly(new Word("w", 1));
        assertThat(copy.index().get("i").tags()).containsExactly("t");
    }

    @Test
    void anObjectOfAClassIsCopiedDeeply() {
        Account account = new Account("ann", 12);
        account.history.add(new Word("w", 1));
        Account copy = (Account) codec.copy(account);
        account.history.clear();
        account.balance = 0;
        assertThat(copy.history).hasSize(1);
        assertThat(copy.balance).isEqualTo(12);
    }

    @Test
    void transientFieldsAreSetByAConstructorWithoutArguments() {
        assertThat(((Savings) roundTrip(new Savings())).cache).isEqualTo(7);
    }

    @Test
    void anUnregisteredTypeIsNamedWithTheLineToAdd() {
        String line = "env.register(Samples.Unknown.class)";
        for (Object record : List.of(new Unknown(), new Keyed<>(new Unknown(), 1), List.of(new Unknown()))) {
            assertThatThrownBy(() -> codec.copy(record))
                    .isInstanceOf(UnregisteredTypeException.class)
                    .hasMessageContaining(line)
                    .hasMessageContaining("operator 'source'");
            assertThatThrownBy(() -> codec.estimateBytes(record)).hasMessageContaining(line);
            assertThatThrownBy(() -> codec.encode(record, new RecordOutput(16))).hasMessageContaining(line);
        }
    }

    @Test
    void anUnregisteredRecordIsRefusedAsWell() {
        RecordCodec<Object> other = Samples.codecs(Word.class).codec(null);
        assertThatThrownBy(() -> other.copy(new Tags("n", List.of())))
                .isInstanceOf(UnregisteredTypeException.class)
                .hasMessageContaining("env.register(Samples.Tags.class)");
    }

    @Test
    void anUnregisteredTypeInsideAnObjectIsNamed() {
        RecordCodec<Object> other = Samples.codecs(Box.class).codec(null);
        Box box = new Box();
        box.content = new Unknown();
        assertThatThrownBy(() -> other.encode(box, new RecordOutput(16)))
                .isInstanceOf(UnregisteredTypeException.class)
                .hasMessageContaining("env.register(Samples.Unknown.class)");
        assertThatThrownBy(() -> other.copy(box)).isInstanceOf(UnregisteredTypeException.class);
    }

    @Test
    void aClassOfTheJdkIsRefusedWithAnotherRemedy() {
        assertThatThrownBy(() -> codec.copy(new AtomicLong()))
                .isInstanceOf(UnregisteredTypeException.class)
                .hasMessageContaining("java.util.concurrent.atomic.AtomicLong")
                .hasMessageNotContaining("env.register");
    }

    @Test
    void aRecordThatHoldsItselfIsRefused() {
        List<Object> loop = new ArrayList<>();
        loop.add(loop);
        assertThatThrownBy(() -> codec.copy(loop)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> codec.encode(loop, new RecordOutput(16)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("holds itself");
        assertThat(codec.copy("still usable")).isEqualTo("still usable");
    }

    @Test
    void sizesFollowTheContent() {
        assertThat(codec.estimateBytes(new Word("x".repeat(1 << 20), 1))).isGreaterThan(1 << 20);
        assertThat(codec.estimateBytes(new byte[1 << 20])).isGreaterThan(1 << 20);
        assertThat(codec.estimateBytes(new Tags("n", Collections.nCopies(1000, "x".repeat(1000)))))
                .isBetween(1_000_000, 2_000_000);
    }

    @Test
    void canonicalBytesDoNotDependOnOrder() {
        // Their hash codes are equal, so that a HashMap keeps the order of insertion.
        List<String> names = List.of("Aa", "BB");
        List<String> reversed = new ArrayList<>(names);
        Collections.reverse(reversed);
        assertThat(canonical(new LinkedHashMapOf(names).asHashMap(1 << 4)))
                .isEqualTo(canonical(new LinkedHashMapOf(reversed).asHashMap(1 << 10)));
        assertThat(canonical(Set.of(Colour.RED, Colour.GREEN))).isEqualTo(canonical(Set.of(Colour.GREEN, Colour.RED)));
    }

    private record LinkedHashMapOf(List<String> keys) {
        Map<String, Integer> asHashMap(int capacity) {
            Map<String, Integer> map = new HashMap<>(capacity);
            keys.forEach(key -> map.put(key, 1));
            return map;
        }
    }

    private static byte[] canonical(Object value) {
        RecordOutput out = new RecordOutput(16);
        Codecs.canonical(TypeTable.of(List.of())).codec(null).encode(value, out);
        return out.toByteArray();
    }

    static final class Box {
        Object content;
    }

    private Object roundTrip(Object value) {
        RecordOutput out = new RecordOutput(16);
        codec.encode(value, out);
        return codec.decode(new RecordInput(out.toByteArray()));
    }
}
