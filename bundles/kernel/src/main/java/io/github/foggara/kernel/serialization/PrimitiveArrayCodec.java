package io.github.foggara.kernel.serialization;

import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.lang.reflect.Array;
import java.util.List;
import java.util.function.Function;

/** Arrays of primitives, fixed width, big-endian. Stateless. */
final class PrimitiveArrayCodec extends ValueCodec {
    static final int STRINGS = 38;
    static final int OBJECTS = 39;
    /** Ids 30 to 37. */
    static final List<PrimitiveArrayCodec> ALL = List.of(
            new PrimitiveArrayCodec(30, boolean[].class, 1, PrimitiveArrayCodec::writeBooleans, Scalars::readBoolean),
            new PrimitiveArrayCodec(31, byte[].class, 1, PrimitiveArrayCodec::writeBytes, RecordInput::readByte),
            new PrimitiveArrayCodec(32, short[].class, 2, PrimitiveArrayCodec::writeShorts, RecordInput::readShort),
            new PrimitiveArrayCodec(33, char[].class, 2, PrimitiveArrayCodec::writeChars, in -> (char) in.readShort()),
            new PrimitiveArrayCodec(34, int[].class, 4, PrimitiveArrayCodec::writeInts, RecordInput::readInt),
            new PrimitiveArrayCodec(35, long[].class, 8, PrimitiveArrayCodec::writeLongs, RecordInput::readLong),
            new PrimitiveArrayCodec(
                    36, float[].class, 4, PrimitiveArrayCodec::writeFloats, in -> Float.intBitsToFloat(in.readInt())),
            new PrimitiveArrayCodec(
                    37,
                    double[].class,
                    8,
                    PrimitiveArrayCodec::writeDoubles,
                    in -> Double.longBitsToDouble(in.readLong())));

    private static final int HEADER = 16;

    final Class<?> type;
    private final int width;
    private final Writer writer;
    private final Function<RecordInput, Object> element;

    private PrimitiveArrayCodec(
            int id, Class<?> type, int width, Writer writer, Function<RecordInput, Object> element) {
        super(id, Sharing.NEVER, 0);
        this.type = type;
        this.width = width;
        this.writer = writer;
        this.element = element;
    }

    @FunctionalInterface
    private interface Writer {
        void write(Object array, RecordOutput out);
    }

    @Override
    @SuppressWarnings("SuspiciousSystemArraycopy")
    Object copy(Object value) {
        int length = Array.getLength(value);
        Object copy = Array.newInstance(type.getComponentType(), length);
        System.arraycopy(value, 0, copy, 0, length);
        return copy;
    }

    @Override
    int estimate(Object value) {
        return saturated(HEADER + (long) width * Array.getLength(value));
    }

    @Override
    void encode(Object value, RecordOutput out) {
        out.writeVarLong(Array.getLength(value));
        writer.write(value, out);
    }

    @Override
    Object decode(RecordInput in) {
        long count = in.readVarLong();
        if (count < 0 || count > Integer.MAX_VALUE || count * width > in.remaining()) {
            throw new IllegalArgumentException(
                    "An array of " + count + " elements does not fit the " + in.remaining() + " bytes left");
        }
        int length = (int) count;
        if (type == byte[].class) {
            return in.readBytes(length);
        }
        Object array = Array.newInstance(type.getComponentType(), length);
        for (int i = 0; i < length; i++) {
            Array.set(array, i, element.apply(in));
        }
        return array;
    }

    private static void writeBooleans(Object array, RecordOutput out) {
        for (boolean value : (boolean[]) array) {
            out.writeByte(value ? 1 : 0);
        }
    }

    private static void writeBytes(Object array, RecordOutput out) {
        byte[] bytes = (byte[]) array;
        out.writeBytes(bytes, 0, bytes.length);
    }

    private static void writeShorts(Object array, RecordOutput out) {
        for (short value : (short[]) array) {
            out.writeShort(value);
        }
    }

    private static void writeChars(Object array, RecordOutput out) {
        for (char value : (char[]) array) {
            out.writeShort(value);
        }
    }

    private static void writeInts(Object array, RecordOutput out) {
        for (int value : (int[]) array) {
            out.writeInt(value);
        }
    }

    private static void writeLongs(Object array, RecordOutput out) {
        for (long value : (long[]) array) {
            out.writeLong(value);
        }
    }

    private static void writeFloats(Object array, RecordOutput out) {
        for (float value : (float[]) array) {
            out.writeInt(Float.floatToRawIntBits(value));
        }
    }

    private static void writeDoubles(Object array, RecordOutput out) {
        for (double value : (double[]) array) {
            out.writeLong(Double.doubleToRawLongBits(value));
        }
    }
}
