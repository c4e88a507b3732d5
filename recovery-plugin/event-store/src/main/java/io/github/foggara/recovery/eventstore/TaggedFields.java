package io.github.foggara.recovery.eventstore;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;

/** The payload of the store's own records: fields by tag, so that a later version may add one. */
final class TaggedFields {
    private static final int VARINT_BYTES = 5;
    private static final int SEVEN_BITS = 0x7F;
    private static final int MORE = 0x80;

    private TaggedFields() {}

    static byte[] encode(Map<Integer, byte[]> fields) {
        int size = 0;
        for (byte[] field : fields.values()) {
            size += 1 + VARINT_BYTES + field.length;
        }
        ByteBuffer buffer = ByteBuffer.allocate(size);
        new TreeMap<>(fields).forEach((tag, field) -> {
            buffer.put(tag.byteValue());
            int rest = field.length;
            while (rest > SEVEN_BITS) {
                buffer.put((byte) (rest & SEVEN_BITS | MORE));
                rest >>>= 7;
            }
            buffer.put((byte) rest).put(field);
        });
        byte[] bytes = new byte[buffer.position()];
        buffer.flip().get(bytes);
        return bytes;
    }

    /**
     * @throws DamageException if a field is longer than what is there, or there twice
     */
    static Map<Integer, byte[]> decode(Object file, byte[] payload) throws DamageException {
        Map<Integer, byte[]> fields = new TreeMap<>();
        ByteBuffer buffer = ByteBuffer.wrap(payload);
        while (buffer.hasRemaining()) {
            int tag = buffer.get() & 0xFF;
            long length = varint(buffer);
            if (length < 0 || length > buffer.remaining() || fields.containsKey(tag)) {
                throw new DamageException(file, "field " + tag + " of a record does not fit");
            }
            byte[] field = new byte[(int) length];
            buffer.get(field);
            fields.put(tag, field);
        }
        return fields;
    }

    /** -1 if there is none. */
    private static long varint(ByteBuffer buffer) {
        long value = 0;
        for (int i = 0; i < VARINT_BYTES && buffer.hasRemaining(); i++) {
            int next = buffer.get();
            value |= (long) (next & SEVEN_BITS) << 7 * i;
            if ((next & MORE) == 0) {
                return value;
            }
        }
        return -1;
    }
}
