package io.github.foggara.api.types;

import java.util.Arrays;

/** A growing byte array with big-endian primitives and variable-length integers. Not thread-safe; reused by {@link #reset}. */
public final class RecordOutput {
    private byte[] bytes;
    private int length;

    public RecordOutput(int initialCapacity) {
        bytes = new byte[Math.max(16, initialCapacity)];
    }

    public int length() {
        return length;
    }

    public void reset() {
        length = 0;
    }

    /** The bytes written since the last reset. */
    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, length);
    }

    /** The array itself, valid up to {@link #length()} until the next write. */
    public byte[] array() {
        return bytes;
    }

    public void writeByte(int value) {
        ensure(1);
        bytes[length++] = (byte) value;
    }

    public void writeShort(int value) {
        writeByte(value >>> 8);
        writeByte(value);
    }

    public void writeInt(int value) {
        ensure(4);
        bytes[length] = (byte) (value >>> 24);
        bytes[length + 1] = (byte) (value >>> 16);
        bytes[length + 2] = (byte) (value >>> 8);
        bytes[length + 3] = (byte) value;
        length += 4;
    }

    public void writeLong(long value) {
        writeInt((int) (value >>> 32));
        writeInt((int) value);
    }

    /** 1 to 10 bytes, 7 bits each, low ones first; negative values take 10. */
    public void writeVarLong(long value) {
        ensure(VarLong.MAX);
        if ((value & ~0x7FL) == 0) {
            bytes[length++] = (byte) value;
        } else {
            length = VarLong.put(bytes, length, value);
        }
    }

    public void writeBytes(byte[] source, int offset, int count) {
        ensure(count);
        System.arraycopy(source, offset, bytes, length, count);
        length += count;
    }

    /** Length in bytes as a variable-length integer, then UTF-8; surrogates without a partner survive. */
    public void writeString(String text) {
        byte[] utf8 = Texts.encode(text);
        writeVarLong(utf8.length);
        writeBytes(utf8, 0, utf8.length);
    }

    private void ensure(int more) {
        if (bytes.length - length < more) {
            long wanted = Math.max(2L * bytes.length, (long) length + more);
            if ((long) length + more > Integer.MAX_VALUE - 8) {
                throw new IllegalStateException("A record is larger than 2 GiB when encoded");
            }
            bytes = Arrays.copyOf(bytes, (int) Math.min(wanted, Integer.MAX_VALUE - 8));
        }
    }
}
