package io.github.foggara.sorter.spill;

import io.github.foggara.api.types.RecordOutput;
import java.util.zip.CRC32C;

/**
 * A segment of a spool, all numbers big-endian:
 *
 * <pre>
 * magic "FGSS" (4) | version (4) | number of the first record (8) | records (8) | bytes of all frames (8) | CRC32C of all this (4)
 * frame*  = 65536 bytes, the last one fewer | CRC32C of all bytes of this and the frames before (4)
 * bytes   = (length, seven bits per byte, the low ones first | bytes of the record)*
 * </pre>
 */
final class SegmentFormat {
    static final int MAGIC = 0x46475353;
    static final int VERSION = 1;
    static final int HEADER = 36;
    static final int CRC = 4;
    static final int FRAME = 64 << 10;

    private SegmentFormat() {}

    static byte[] header(long firstRecord, long records, long bytes) {
        RecordOutput header = new RecordOutput(HEADER);
        header.writeInt(MAGIC);
        header.writeInt(VERSION);
        header.writeLong(firstRecord);
        header.writeLong(records);
        header.writeLong(bytes);
        CRC32C crc = new CRC32C();
        crc.update(header.array(), 0, header.length());
        header.writeInt((int) crc.getValue());
        return header.toByteArray();
    }
}
