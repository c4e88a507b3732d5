package io.github.foggara.recovery.eventstore;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * What was found at the beginning of a file.
 *
 * @param header null if it is damaged or not there
 * @param start null if it is damaged or not there
 * @param bytes where the first record behind it stands
 * @param size of the file
 * @param damage in words, empty if both are sound
 */
record StartReading(LogHeader header, LogStart start, long bytes, long size, String damage) {
    /**
     * Reads it.
     *
     * @throws IOException if it is sound and was written by a newer version
     */
    static StartReading of(LogFolder folder, LogFileName name) throws IOException {
        long size = folder.disk().size(folder.file(name));
        LogHeader header = null;
        String damage = "";
        try {
            header = LogHeader.read(name, firstBytes(folder, name, size));
            if (!header.job().equals(folder.job())) {
                return new StartReading(null, null, 0, size, name + ": it belongs to the job " + header.job());
            }
        } catch (DamageException e) {
            damage = e.getMessage();
        }
        RecordReader record = new RecordReader(folder.disk(), folder.file(name), LogFormat.HEADER_BYTES, size);
        LogStart start = null;
        try {
            if (!record.advance() || record.type() != LogFormat.EPOCH_STARTED) {
                throw new DamageException(name, "it has no start, " + record.problem());
            }
            start = LogStart.read(name, record);
        } catch (DamageException e) {
            damage = damage.isEmpty() ? e.getMessage() : damage;
        }
        return new StartReading(header, start, record.end(), size, damage);
    }

    private static ByteBuffer firstBytes(LogFolder folder, LogFileName name, long size) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(size, LogFormat.HEADER_BYTES));
        while (bytes.hasRemaining()) {
            if (folder.disk().read(folder.file(name), bytes.position(), bytes) < 0) {
                break;
            }
        }
        return bytes.flip();
    }

    boolean sound() {
        return damage.isEmpty();
    }

    /** Whether a sound one is an image behind that event or follows on one: nothing up to there stands in it or in what it names. */
    boolean beyond(long position) {
        return header.first() - (start.image() ? 0 : 1) > position;
    }

    /**
     * Whether this is what a crash leaves that came while the file was begun: not more bytes than a start has, and no record.
     *
     * @param before number of files before it
     */
    boolean begunOnly(LogFolder folder, LogFileName name, int before) throws IOException {
        return start == null
                && size <= LogStart.maxBytes(before)
                && !new RecordReader(folder.disk(), folder.file(name), -1, size).anyBehind(Long.MAX_VALUE);
    }
}
