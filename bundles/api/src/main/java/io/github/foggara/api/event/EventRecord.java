package io.github.foggara.api.event;

import java.util.Arrays;

/**
 * One event of a job, encoded. Immutable; nobody changes the bytes.
 *
 * @param type what it is, from 1 to 65,279; higher numbers are the store's own
 * @param version of the encoding of that type, from 1 to 65,535
 * @param durable whether an effect may depend on it, so that it is synced before it is told durable; others are written with the next
 *     group, at the latest after the flush interval
 * @param payload at most {@value #MAX_BYTES} bytes
 */
public record EventRecord(int type, int version, boolean durable, byte[] payload) {
    public static final int MAX_TYPE = 0xFEFF;
    public static final int MAX_BYTES = (64 << 20) - 64;

    /**
     * @throws IllegalArgumentException if a value is outside its range
     */
    public EventRecord {
        if (type < 1 || type > MAX_TYPE) {
            throw new IllegalArgumentException("The type of an event is from 1 to " + MAX_TYPE + ", not " + type);
        }
        if (version < 1 || version > 0xFFFF) {
            throw new IllegalArgumentException("The version of an event is from 1 to 65535, not " + version);
        }
        if (payload.length > MAX_BYTES) {
            throw new IllegalArgumentException(
                    "An event has at most " + MAX_BYTES + " bytes, not " + payload.length + " (type " + type + ")");
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EventRecord that
                && type == that.type
                && version == that.version
                && durable == that.durable
                && Arrays.equals(payload, that.payload);
    }

    @Override
    public int hashCode() {
        return 31 * type + Arrays.hashCode(payload);
    }

    @Override
    public String toString() {
        return "EventRecord[type=" + type + ", version=" + version + (durable ? ", durable, " : ", ") + payload.length
                + " bytes]";
    }
}
