package io.github.foggara.window.range;

import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Some of the keys of many records, each record's as likely as another's.
 *
 * @param records how many they are
 * @param keys begins of their keys, of {@link #LONGEST} bytes at most; all if they are few
 */
record Sample(long records, List<byte[]> keys) {
    /**
     * Of a key, in bytes. Keys with the same begin stay together, whatever follows, so cutting them never breaks an order.
     */
    static final int LONGEST = 256;

    static byte[] cut(byte[] key, int length) {
        return Arrays.copyOf(key, Math.min(length, LONGEST));
    }

    /** Without keys. */
    Sample counts() {
        return new Sample(records, List.of());
    }

    void encode(RecordOutput out) {
        out.writeVarLong(records);
        writeKeys(keys, out);
    }

    /**
     * @throws IllegalArgumentException if it is none
     */
    static Sample decode(RecordInput in) {
        long records = in.readVarLong();
        List<byte[]> keys = readKeys(in);
        if (records < keys.size()) {
            throw new IllegalArgumentException(keys.size() + " keys are no sample of " + records + " records");
        }
        return new Sample(records, keys);
    }

    static void writeKeys(List<byte[]> keys, RecordOutput out) {
        out.writeVarLong(keys.size());
        for (byte[] key : keys) {
            out.writeVarLong(key.length);
            out.writeBytes(key, 0, key.length);
        }
    }

    static List<byte[]> readKeys(RecordInput in) {
        int count = in.readLength();
        List<byte[]> keys = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int length = in.readLength();
            if (length > LONGEST) {
                throw new IllegalArgumentException("A key of a sample has " + length + " bytes");
            }
            keys.add(in.readBytes(length));
        }
        return keys;
    }
}
