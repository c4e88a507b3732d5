package io.github.foggara.recovery.eventstore;

import java.nio.ByteBuffer;

/**
 * As much of a file as counts.
 *
 * @param bytes from its beginning
 * @param last position of the last event in it
 */
record LogPart(LogFileName name, long bytes, long last) {
    static final int ENCODED_BYTES = 28;

    void put(ByteBuffer into) {
        into.putLong(name.epoch()).putInt(name.sequence()).putLong(bytes).putLong(last);
    }

    static LogPart read(ByteBuffer from) {
        return new LogPart(new LogFileName(from.getLong(), from.getInt()), from.getLong(), from.getLong());
    }
}
