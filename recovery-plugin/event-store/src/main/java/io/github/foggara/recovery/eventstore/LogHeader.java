package io.github.foggara.recovery.eventstore;

import io.github.foggara.api.execution.JobId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The first 64 bytes of a file.
 *
 * @param first position of the first event that may stand in it
 * @param createdMillis since 1970, for people
 */
record LogHeader(JobId job, LogFileName name, long first, long createdMillis) {
    private static final byte[] MAGIC = "JELOG\0".getBytes(StandardCharsets.US_ASCII);
    private static final int CRC_AT = LogFormat.HEADER_BYTES - Integer.BYTES;

    void put(ByteBuffer into) {
        int start = into.position();
        into.put(MAGIC).putShort((short) LogFormat.VERSION);
        into.putLong(job.high()).putLong(job.low());
        into.putLong(name.epoch()).putInt(name.sequence()).putLong(first).putLong(createdMillis);
        into.putLong(0);
        into.putInt(LogFormat.crc(into, start, CRC_AT));
    }

    /**
     * Reads the header of the file with that name.
     *
     * @throws IOException if it is sound and of a newer format
     */
    static LogHeader read(LogFileName file, ByteBuffer from) throws DamageException, IOException {
        if (from.remaining() < LogFormat.HEADER_BYTES) {
            throw new DamageException(file, "it has no complete header");
        }
        int start = from.position();
        byte[] magic = new byte[MAGIC.length];
        from.get(magic);
        int version = from.getShort() & 0xFFFF;
        LogHeader header = new LogHeader(
                new JobId(from.getLong(), from.getLong()),
                new LogFileName(from.getLong(), from.getInt()),
                from.getLong(),
                from.getLong());
        if (from.getInt(start + CRC_AT) != LogFormat.crc(from, start, CRC_AT) || !Arrays.equals(magic, MAGIC)) {
            throw new DamageException(file, "its header is damaged");
        }
        if (version != LogFormat.VERSION) {
            throw newer(file, "format " + version);
        }
        if (!header.name.equals(file)) {
            throw new DamageException(file, "its header says that it is " + header.name);
        }
        return header;
    }

    /** What is sound and not understood is not damage: another version can still read it. */
    static IOException newer(Object file, String what) {
        return new IOException(file + " was written by a newer version of the event store (" + what
                + "), which this one cannot read. Install that version again, or put the log aside");
    }
}
