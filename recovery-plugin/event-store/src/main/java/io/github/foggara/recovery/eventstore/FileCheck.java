package io.github.foggara.recovery.eventstore;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.CRC32C;

/** Judges the records of one file, one after the other: positions, duplicates, the seal. */
final class FileCheck {
    static final int TAG_EVENTS = 1;
    static final int TAG_CHAIN = 2;
    static final int SEAL_VERSION = 1;

    private final LogFolder folder;
    private final LogFileName name;
    private final StartReading start;
    private final CRC32C chain = new CRC32C();
    private long events;
    private byte[] seal;
    private RecordReader originals;

    FileCheck(LogFolder folder, LogFileName name, StartReading start) {
        this.folder = folder;
        this.name = name;
        this.start = start;
    }

    /**
     * Looks at the current record.
     *
     * @param last position of the last event
     * @return whether it is the next event; false for what is to be passed over
     */
    boolean event(RecordReader record, long last) throws DamageException, IOException {
        if ((record.flags() & ~LogFormat.FLAG_DURABLE) != 0) {
            throw LogHeader.newer(name, "flags " + record.flags());
        }
        if (record.type() >= LogFormat.OWN_TYPES) {
            own(record, last);
            return false;
        }
        if (record.position() != last + 1) {
            passOver(record, last);
            return false;
        }
        if (seal != null || record.type() == 0 || record.version() == 0) {
            throw new DamageException(name, "event " + record.position() + " cannot stand there");
        }
        events++;
        add(chain, record.crc());
        return true;
    }

    static void add(CRC32C chain, int crc) {
        chain.update(ByteBuffer.allocate(Integer.BYTES).putInt(crc).flip());
    }

    private void own(RecordReader record, long last) throws DamageException, IOException {
        if (record.type() == LogFormat.EPOCH_STARTED) {
            RecordReader first =
                    new RecordReader(folder.disk(), folder.file(name), LogFormat.HEADER_BYTES, start.bytes());
            if (!first.advance() || !Arrays.equals(first.bytes(), record.bytes())) {
                throw new DamageException(name, "it has two starts");
            }
            return;
        }
        if (record.type() != LogFormat.SEAL || record.version() != SEAL_VERSION) {
            throw LogHeader.newer(name, "record type " + record.type() + " version " + record.version());
        }
        if (seal != null && Arrays.equals(seal, record.bytes())) {
            return;
        }
        Map<Integer, byte[]> fields = TaggedFields.decode(name, record.payload());
        if (seal != null
                || record.position() != last
                || number(fields, TAG_EVENTS) != events
                || number(fields, TAG_CHAIN) != chain.getValue()) {
            throw new DamageException(
                    name, "its " + events + " events are not those that were there when it was closed");
        }
        seal = record.bytes();
    }

    private static long number(Map<Integer, byte[]> fields, int tag) {
        return new BigInteger(1, fields.getOrDefault(tag, new byte[1])).longValue();
    }

    /** An event that was written before may stand there again, with equal bytes; anything else is a hole. */
    private void passOver(RecordReader record, long last) throws DamageException, IOException {
        long position = record.position();
        if (position > last) {
            throw new DamageException(name, "event " + position + " stands where " + (last + 1) + " was next");
        }
        if (originals == null || originals.position() > position) {
            originals = new RecordReader(folder.disk(), folder.file(name), start.bytes(), record.start());
            if (!originals.advance()) {
                throw new DamageException(name, "event " + position + " stands there twice");
            }
        }
        while (originals.position() < position || originals.type() >= LogFormat.OWN_TYPES) {
            if (!originals.advance()) {
                break;
            }
        }
        if (!Arrays.equals(originals.bytes(), record.bytes())) {
            throw new DamageException(name, "event " + position + " stands there twice, and differs");
        }
    }
}
