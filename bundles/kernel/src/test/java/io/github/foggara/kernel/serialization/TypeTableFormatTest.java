package io.github.foggara.kernel.serialization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.state.IncompatibleStateException;
import io.github.foggara.api.types.RecordOutput;
import io.github.foggara.kernel.serialization.TypeEntry.Component;
import io.github.foggara.kernel.serialization.TypeEntry.Kind;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class TypeTableFormatTest {
    private static final List<TypeRow> ROWS = List.of(
            new TypeRow(64, "[Lw.W;", Kind.ARRAY, 1, List.of(new Component("[]", "w.W"))),
            new TypeRow(65, "w.E", Kind.ENUM, 1, List.of(new Component("A", ""), new Component("B", ""))),
            new TypeRow(66, "w.K", Kind.KRYO, 1, List.of(new Component("x", "int"), new Component("x", "int"))),
            new TypeRow(67, "w.W", Kind.RECORD, 1, List.of(new Component("n", "long"), new Component("e", "w.E"))));

    private static final String GOLDEN =
            "4654595001010440065b4c772e573b030101025b5d03772e574103772e450201020141000142004203772e4b04010201"
                    + "7803696e74017803696e744303772e57010102016e046c6f6e67016503772e452ac7e70b";

    private final byte[] bytes = TypeTableFormat.encode(ROWS);

    @Test
    void theFormatStaysAsItIs() {
        assertThat(HexFormat.of().formatHex(bytes)).isEqualTo(GOLDEN);
        assertThat(TypeTableFormat.decode(HexFormat.of().parseHex(GOLDEN))).isEqualTo(ROWS);
        assertThat(TypeTableFormat.decode(TypeTableFormat.encode(List.of()))).isEmpty();
    }

    @Test
    void theTableOfAJobComesBack() {
        TypeTable table = TypeTable.of(List.of(Samples.Order.class, Samples.Savings.class));
        assertThat(TypeTableFormat.decode(table.stateTypes().table()))
                .isEqualTo(table.entries().stream().map(TypeRow::of).toList());
    }

    @Test
    void everyCutIsRefused() {
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertRefused(cut);
        }
    }

    @Test
    void everyFlippedBitIsRefused() {
        for (int bit = 0; bit < bytes.length * 8; bit++) {
            byte[] flipped = bytes.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            assertRefused(flipped);
        }
    }

    private static void assertRefused(byte[] damaged) {
        assertThatThrownBy(() -> TypeTableFormat.decode(damaged))
                .isInstanceOfAny(IllegalArgumentException.class, IncompatibleStateException.class)
                .message()
                .containsAnyOf("The type table of a snapshot is damaged", "another version of Foggara");
    }

    @Test
    void damageWithAFittingChecksumIsReadOrRefused() {
        SplittableRandom random = new SplittableRandom(11);
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] damaged = bytes.clone();
            for (int flips = random.nextInt(1, 4); flips > 0; flips--) {
                damaged[5 + random.nextInt(damaged.length - 9)] ^= (byte) (1 << random.nextInt(8));
            }
            try {
                TypeTableFormat.decode(sealed(damaged));
            } catch (IllegalArgumentException | IncompatibleStateException e) {
                refused++;
            }
        }
        assertThat(refused).isBetween(1, 19_999);
    }

    @Test
    void anotherFormatIsRefusedByItsNumber() {
        byte[] newer = bytes.clone();
        newer[4] = 2;
        assertThatThrownBy(() -> TypeTableFormat.decode(sealed(newer)))
                .isInstanceOf(IncompatibleStateException.class)
                .hasMessageContainingAll("the type table", "format 2", "reads format 1");
        byte[] builtIns = bytes.clone();
        builtIns[5] = 9;
        assertThatThrownBy(() -> TypeTableFormat.decode(sealed(builtIns)))
                .isInstanceOf(IncompatibleStateException.class)
                .hasMessageContainingAll("the built-in types", "format 9", "reads format 1");
    }

    @Test
    void contradictionsAreRefused() {
        TypeRow row = ROWS.get(3);
        assertContradiction(
                "names w.W twice",
                new TypeRow(64, "w.W", Kind.ENUM, 1, List.of()),
                new TypeRow(65, "w.W", Kind.ENUM, 1, List.of()));
        assertContradiction("not in order at 64", row);
        Component twice = new Component("a", "int");
        assertContradiction("two components named a", new TypeRow(64, "w.W", Kind.RECORD, 1, List.of(twice, twice)));
        assertContradiction("the version 0", new TypeRow(64, "w.W", Kind.RECORD, 0, List.of()));
    }

    private static void assertContradiction(String words, TypeRow... rows) {
        assertThatThrownBy(() -> TypeTableFormat.decode(TypeTableFormat.encode(List.of(rows))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("The type table of a snapshot is damaged", words);
    }

    private static byte[] sealed(byte[] table) {
        CRC32C crc = new CRC32C();
        crc.update(table, 0, table.length - 4);
        RecordOutput out = new RecordOutput(table.length);
        out.writeBytes(table, 0, table.length - 4);
        out.writeInt((int) crc.getValue());
        return out.toByteArray();
    }
}
