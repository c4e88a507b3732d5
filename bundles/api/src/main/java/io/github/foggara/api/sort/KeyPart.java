package io.github.foggara.api.sort;

import io.github.foggara.api.types.RecordOutput;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Code that appends a part of a key for a value of some type. Parts tell their own end, so they can follow each other.
 *
 * @param code {@code (Object[] own, V value, RecordOutput out)void}; {@code own} is what belongs to one encoder, see {@link KeySlot}
 */
record KeyPart(MethodHandle code) {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final MethodHandle WRITE_BYTE =
            find("writeByte", MethodType.methodType(void.class, int.class, RecordOutput.class));
    private static final MethodHandle IS_NULL = find("isNull", MethodType.methodType(boolean.class, Object.class));

    static KeyPart empty(Class<?> type) {
        return new KeyPart(MethodHandles.empty(signature(type)));
    }

    /** Writes a number of fixed size, xor a mask. */
    static KeyPart image(MethodHandle image, int bytes, long mask) {
        MethodHandle write =
                find("write" + bytes, MethodType.methodType(void.class, long.class, RecordOutput.class, long.class));
        MethodHandle masked = MethodHandles.insertArguments(write, 2, mask);
        return of(MethodHandles.filterArguments(masked, 0, image));
    }

    /** Of {@code (V, RecordOutput)void}. */
    static KeyPart of(MethodHandle code) {
        return new KeyPart(MethodHandles.dropArguments(code, 0, Object[].class));
    }

    Class<?> type() {
        return code.type().parameterType(1);
    }

    /** The same for another static type of the value; casts or unboxes. */
    KeyPart as(Class<?> type) {
        return new KeyPart(code.asType(signature(type)));
    }

    /** This, then another part of the same value. */
    KeyPart then(KeyPart next) {
        return new KeyPart(MethodHandles.foldArguments(next.code, code));
    }

    /** Of what the value is taken from. */
    KeyPart from(MethodHandle accessor) {
        return new KeyPart(MethodHandles.filterArguments(code, 1, accessor));
    }

    /** With a byte before it. */
    KeyPart marked(int mark) {
        return constant(type(), mark).then(this);
    }

    /** If the value is null nothing but a byte, else this. */
    KeyPart unlessNull(int mark) {
        MethodHandle test = MethodHandles.dropArguments(
                IS_NULL.asType(MethodType.methodType(boolean.class, type())), 0, Object[].class);
        KeyPart ofNull = constant(type(), mark);
        return new KeyPart(MethodHandles.guardWithTest(test, ofNull.code, code));
    }

    private static KeyPart constant(Class<?> type, int mark) {
        MethodHandle write = MethodHandles.insertArguments(WRITE_BYTE, 0, mark);
        return of(MethodHandles.dropArguments(write, 0, type));
    }

    static MethodType signature(Class<?> type) {
        return MethodType.methodType(void.class, Object[].class, type, RecordOutput.class);
    }

    private static MethodHandle find(String method, MethodType type) {
        try {
            return LOOKUP.findStatic(KeyPart.class, method, type);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("There is no " + method + type, e);
        }
    }

    // What the handles call.

    private static boolean isNull(Object value) {
        return value == null;
    }

    private static void writeByte(int value, RecordOutput out) {
        out.writeByte(value);
    }

    private static void write1(long image, RecordOutput out, long mask) {
        out.writeByte((int) (image ^ mask));
    }

    private static void write2(long image, RecordOutput out, long mask) {
        out.writeShort((int) (image ^ mask));
    }

    private static void write3(long image, RecordOutput out, long mask) {
        out.writeByte((int) ((image ^ mask) >>> 16));
        out.writeShort((int) (image ^ mask));
    }

    private static void write4(long image, RecordOutput out, long mask) {
        out.writeInt((int) (image ^ mask));
    }

    private static void write5(long image, RecordOutput out, long mask) {
        out.writeByte((int) ((image ^ mask) >>> 32));
        out.writeInt((int) (image ^ mask));
    }

    private static void write6(long image, RecordOutput out, long mask) {
        out.writeShort((int) ((image ^ mask) >>> 32));
        out.writeInt((int) (image ^ mask));
    }

    private static void write7(long image, RecordOutput out, long mask) {
        write3(image >>> 32, out, mask);
        out.writeInt((int) (image ^ mask));
    }

    private static void write8(long image, RecordOutput out, long mask) {
        out.writeLong(image ^ mask);
    }
}
