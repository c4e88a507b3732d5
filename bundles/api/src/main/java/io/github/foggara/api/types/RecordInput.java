package io.github.foggara.api.types;

import java.util.Objects;

/**
 * Reads what {@link RecordOutput} wrote. The bytes are untrusted: every length is checked against what is left before
 * anything is allocated.
 */
public final class RecordInput {
    private byte[] bytes;
    private int end;
    private int position;

    public RecordInput(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    public RecordInput(byte[] bytes, int offset, int length) {
        reset(bytes, offset, length);
    }

    /** Reads these bytes from now on, so that one object serves many records. */
    public void reset(byte[] other, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, other.length);
        bytes = other;
        position = offset;
        end = offset + length;
    }

    public int remaining() {
        return end - position;
    }

    public byte readByte() {
        need(1);
        return bytes[position++];
    }

    public int readUnsignedByte() {
        return readByte() & 0xFF;
    }

    public short readShort() {
        return (short) (readUnsignedByte() << 8 | readUnsignedByte());
    }

    public int readInt() {
        need(4);
        int value = (bytes[position] & 0xFF) << 24
                | (bytes[position + 1] & 0xFF) << 16
                | (bytes[position + 2] & 0xFF) << 8
                | bytes[position + 3] & 0xFF;
        position += 4;
        return value;
    }

    public long readLong() {
        return (long) readInt() << 32 | readInt() & 0xFFFFFFFFL;
    }

    public long readVarLong() {
        byte first = readByte();
        if (first >= 0) {
            return first;
        }
        position--;
        return remaining() >= VarLong.MAX ? longVarLong() : lastVarLong();
    }

    /** So many bytes are left that none has to be counted. */
    private long longVarLong() {
        long word = VarLong.word(bytes, position);
        int groups = VarLong.groups(word);
        long value = VarLong.value(word, groups);
        if (groups <= 8) {
            position += groups;
            return value;
        }
        byte ninth = bytes[position + 8];
        value |= (ninth & 0x7FL) << 56;
        if (ninth >= 0) {
            position += 9;
            return value;
        }
        byte last = bytes[position + 9];
        if (last < 0) {
            throw tooLong();
        }
        position += VarLong.MAX;
        return value | (long) last << 63;
    }

    private long lastVarLong() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            byte next = readByte();
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw tooLong();
    }

    private static IllegalArgumentException tooLong() {
        return new IllegalArgumentException("A variable-length integer has more than 10 bytes");
    }

    /** A length that is not larger than what is left, at one byte or more per element. */
    public int readLength() {
        long value = readVarLong();
        if (value < 0 || value > remaining()) {
            throw new IllegalArgumentException(
                    "A length of " + value + " does not fit the " + remaining() + " bytes left");
        }
        return (int) value;
    }

    public byte[] readBytes(int count) {
        need(count);
        byte[] result = new byte[count];
        System.arraycopy(bytes, position, result, 0, count);
        position += count;
        return result;
    }

    public String readString() {
        int count = readLength();
        String text = Texts.decode(bytes, position, count);
        position += count;
        return text;
    }

    private void need(int count) {
        if (count < 0 || count > remaining()) {
            throw new IllegalArgumentException(count + " bytes are needed, " + remaining() + " are left");
        }
    }
}
