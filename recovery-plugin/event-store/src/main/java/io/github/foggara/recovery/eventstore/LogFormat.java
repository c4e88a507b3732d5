package io.github.foggara.recovery.eventstore;

import io.github.foggara.api.event.EventRecord;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** Sizes and numbers of the format, see the package's description; how a record is written. */
final class LogFormat {
    static final int HEADER_BYTES = 64;
    static final int VERSION = 1;
    /** Length and CRC in front of a record. */
    static final int PREFIX_BYTES = 8;
    /** Position, type, version and flags. */
    static final int MIN_LENGTH = 13;

    static final int MAX_LENGTH = MIN_LENGTH + EventRecord.MAX_BYTES;
    /** A record without payload. */
    static final int MIN_RECORD_BYTES = PREFIX_BYTES + MIN_LENGTH;

    static final int FLAG_DURABLE = 1;

    /** From here on types are the store's own. */
    static final int OWN_TYPES = 0xFF00;

    static final int EPOCH_STARTED = 0xFF00;
    static final int SEAL = 0xFFFF;

    private LogFormat() {}

    /**
     * Puts a record into the buffer.
     *
     * @return its CRC
     */
    static int put(ByteBuffer into, long position, int type, int version, boolean durable, byte[] payload) {
        int length = MIN_LENGTH + payload.length;
        int start = into.position();
        into.putInt(length).putInt(0).putLong(position).putShort((short) type).putShort((short) version);
        into.put((byte) (durable ? FLAG_DURABLE : 0)).put(payload);
        int crc = crc(into, start + PREFIX_BYTES, length);
        into.putInt(start + Integer.BYTES, crc);
        return crc;
    }

    /** CRC32C of a part of a heap buffer. */
    static int crc(ByteBuffer buffer, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(buffer.array(), buffer.arrayOffset() + from, length);
        return (int) crc.getValue();
    }
}
