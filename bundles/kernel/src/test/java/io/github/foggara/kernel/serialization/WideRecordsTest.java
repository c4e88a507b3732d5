package io.github.foggara.kernel.serialization;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records of many components: the bytes are the same with code of their own and without. */
class WideRecordsTest {
    private static Object through(Class<?> type, Object record, byte[] expected) {
        Codecs codecs = new Codecs(TypeTable.of(List.<Class<?>>of(type)));
        RecordOutput out = new RecordOutput(16);
        codecs.codec(Object.class).encode(record, out);
        RecordInput in = new RecordInput(out.toByteArray());
        assertThat(in.readVarLong()).as("id").isGreaterThanOrEqualTo(TypeTable.FIRST_ID);
        assertThat(in.readBytes(in.remaining())).isEqualTo(expected);
        return codecs.codec(Object.class).decode(new RecordInput(out.toByteArray()));
    }

    /** Up to 8 are read and up to 24 written by code of their own; 126 are the most that a constructor takes. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 9, 24, 25, 60, 126})
    void longs(int count) throws Exception {
        Class<?> type = ProgramVersion.of(IntStream.range(0, count)
                        .mapToObj(i -> "long c" + i)
                        .collect(Collectors.joining(", ", "record Wide(", ") {}")))
                .type("Wide");
        Object[] values = IntStream.range(0, count)
                .mapToObj(i -> (Object) (Long.MAX_VALUE / (i + 1) * (i % 2 == 0 ? 1 : -1)))
                .toArray();
        RecordOutput expected = new RecordOutput(16);
        for (Object value : values) {
            Scalars.writeLong((Long) value, expected);
        }
        Object record = type.getDeclaredConstructors()[0].newInstance(values);
        assertThat(through(type, record, expected.toByteArray())).isEqualTo(record);
    }

    /** Every kind of component, again and again. */
    @ParameterizedTest
    @ValueSource(ints = {7, 8, 9, 18, 24, 25, 190, 245})
    void allKinds(int count) throws Exception {
        List<String> kinds =
                List.of("boolean", "byte", "short", "char", "int", "Object", "float", "String", "List<String>");
        List<Object> kindValues =
                List.of(true, (byte) -3, (short) 300, 'x', -70_000, 5L, 1.5f, "text", List.of("a", "b"));
        Class<?> type = ProgramVersion.of(IntStream.range(0, count)
                        .mapToObj(i -> kinds.get(i % 9) + " c" + i)
                        .collect(Collectors.joining(", ", "record Wide(", ") {}")))
                .type("Wide");
        List<Object> values = new ArrayList<>();
        RecordOutput expected = new RecordOutput(16);
        Codecs codecs = new Codecs(TypeTable.of(List.of()));
        for (int i = 0; i < count; i++) {
            Object value = kindValues.get(i % 9);
            values.add(value);
            switch (i % 9) {
                case 0 -> Scalars.writeBoolean((Boolean) value, expected);
                case 1 -> Scalars.writeByte((Byte) value, expected);
                case 2 -> Scalars.writeShort((Short) value, expected);
                case 3 -> Scalars.writeCharacter((Character) value, expected);
                case 4 -> Scalars.writeInteger((Integer) value, expected);
                case 6 -> Scalars.writeFloat((Float) value, expected);
                default -> codecs.encodeValue(value, expected);
            }
        }
        Object record = type.getDeclaredConstructors()[0].newInstance(values.toArray());
        assertThat(through(type, record, expected.toByteArray())).isEqualTo(record);
    }

    /** What can be written can be read, however deep it is nested. */
    @ParameterizedTest
    @ValueSource(ints = {8, 9, 24, 60})
    void nested(int count) throws Exception {
        Class<?> type = ProgramVersion.of(IntStream.range(1, count)
                        .mapToObj(i -> "int c" + i)
                        .collect(Collectors.joining(", ", "record Wide(", ", Object inner) {}")))
                .type("Wide");
        Object record = null;
        for (int depth = 0; depth < Codecs.MAX_DEPTH - 1; depth++) {
            Object[] values = new Object[count];
            Arrays.fill(values, depth);
            values[count - 1] = record;
            record = type.getDeclaredConstructors()[0].newInstance(values);
        }
        Codecs codecs = new Codecs(TypeTable.of(List.<Class<?>>of(type)));
        RecordOutput out = new RecordOutput(16);
        codecs.codec(Object.class).encode(record, out);
        assertThat(codecs.codec(Object.class).decode(new RecordInput(out.toByteArray())))
                .isEqualTo(record);
    }
}
