package io.github.foggara.kernel.serialization;

import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** The built-in scalar types. Their ids are part of the format: never reuse one. */
final class Scalars {
    private static final int SMALL = 16;
    private static final int MEDIUM = 24;
    private static final int STRING_BASE = 56;
    /** Id of String. */
    static final int STRING = 9;

    /** Ids 1 to 29. */
    static final List<ScalarCodec<?>> ALL = all();

    private Scalars() {}

    private static List<ScalarCodec<?>> all() {
        List<ScalarCodec<?>> all = new ArrayList<>(TimeScalars.all());
        addFixed(all);
        addSized(all);
        return List.copyOf(all);
    }

    private static void addFixed(List<ScalarCodec<?>> all) {
        all.add(ScalarCodec.fixed(1, Boolean.class, SMALL, Scalars::writeBoolean, Scalars::readBoolean));
        all.add(ScalarCodec.fixed(2, Byte.class, SMALL, Scalars::writeByte, Scalars::readByte));
        all.add(ScalarCodec.fixed(3, Short.class, SMALL, Scalars::writeShort, Scalars::readShort));
        all.add(ScalarCodec.fixed(4, Character.class, SMALL, Scalars::writeCharacter, Scalars::readCharacter));
        all.add(ScalarCodec.fixed(5, Integer.class, SMALL, Scalars::writeInteger, Scalars::readInteger));
        all.add(ScalarCodec.fixed(6, Long.class, MEDIUM, Scalars::writeLong, Scalars::readLong));
        all.add(ScalarCodec.fixed(7, Float.class, SMALL, Scalars::writeFloat, Scalars::readFloat));
        all.add(ScalarCodec.fixed(8, Double.class, MEDIUM, Scalars::writeDouble, Scalars::readDouble));
        all.add(ScalarCodec.fixed(
                12, UUID.class, 32, Scalars::writeUuid, in -> new UUID(in.readLong(), in.readLong())));
    }

    private static void addSized(List<ScalarCodec<?>> all) {
        all.add(ScalarCodec.sized(
                STRING, String.class, Scalars::estimate, (v, out) -> out.writeString(v), RecordInput::readString));
        all.add(ScalarCodec.sized(
                10,
                BigInteger.class,
                v -> STRING_BASE + v.bitLength() / 8L,
                Scalars::writeBigInteger,
                Scalars::readBigInteger));
        all.add(ScalarCodec.sized(
                11,
                BigDecimal.class,
                v -> 2L * STRING_BASE + v.precision() / 2L,
                Scalars::writeBigDecimal,
                Scalars::readBigDecimal));
    }

    /** Counted as if every character took one byte: that is how the JVM keeps most texts. */
    static int estimate(String text) {
        return ValueCodec.saturated(STRING_BASE + (long) text.length());
    }

    // Of primitives, under the names that WireParts looks for.

    static void writeBoolean(boolean value, RecordOutput out) {
        out.writeByte(value ? 1 : 0);
    }

    static boolean readBoolean(RecordInput in) {
        int value = in.readUnsignedByte();
        if (value > 1) {
            throw new IllegalArgumentException(value + " is not a boolean");
        }
        return value == 1;
    }

    static void writeByte(byte value, RecordOutput out) {
        out.writeByte(value);
    }

    static byte readByte(RecordInput in) {
        return in.readByte();
    }

    static void writeShort(short value, RecordOutput out) {
        out.writeShort(value);
    }

    static short readShort(RecordInput in) {
        return in.readShort();
    }

    static void writeCharacter(char value, RecordOutput out) {
        out.writeShort(value);
    }

    static char readCharacter(RecordInput in) {
        return (char) in.readShort();
    }

    static void writeInteger(int value, RecordOutput out) {
        writeLong(value, out);
    }

    static int readInteger(RecordInput in) {
        long value = readLong(in);
        if (value != (int) value) {
            throw new IllegalArgumentException(value + " is not an int");
        }
        return (int) value;
    }

    /** Small numbers of either sign in few bytes. */
    static void writeLong(long value, RecordOutput out) {
        out.writeVarLong(value << 1 ^ value >> 63);
    }

    static long readLong(RecordInput in) {
        long coded = in.readVarLong();
        return coded >>> 1 ^ -(coded & 1);
    }

    static void writeFloat(float value, RecordOutput out) {
        out.writeInt(Float.floatToRawIntBits(value));
    }

    static float readFloat(RecordInput in) {
        return Float.intBitsToFloat(in.readInt());
    }

    static void writeDouble(double value, RecordOutput out) {
        out.writeLong(Double.doubleToRawLongBits(value));
    }

    static double readDouble(RecordInput in) {
        return Double.longBitsToDouble(in.readLong());
    }

    private static void writeUuid(UUID value, RecordOutput out) {
        out.writeLong(value.getMostSignificantBits());
        out.writeLong(value.getLeastSignificantBits());
    }

    private static void writeBigInteger(BigInteger value, RecordOutput out) {
        byte[] bytes = value.toByteArray();
        out.writeVarLong(bytes.length);
        out.writeBytes(bytes, 0, bytes.length);
    }

    private static BigInteger readBigInteger(RecordInput in) {
        return new BigInteger(in.readBytes(in.readLength()));
    }

    private static void writeBigDecimal(BigDecimal value, RecordOutput out) {
        out.writeInt(value.scale());
        writeBigInteger(value.unscaledValue(), out);
    }

    private static BigDecimal readBigDecimal(RecordInput in) {
        int scale = in.readInt();
        return new BigDecimal(readBigInteger(in), scale);
    }
}
