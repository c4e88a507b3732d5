package io.github.foggara.sorter.spill;

import io.github.foggara.api.types.RecordOutput;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** What stands in a file beside the caller's bytes; see the package. */
final class BlockFormat {
    static final int VERSION = 1;
    static final int BLOCK_HEADER = 28;
    static final int FOOTER = 24;

    private static final int MAGIC = 0x46475350;
    private static final int END_MAGIC = 0x46475345;
    private static final int CRC = 4;

    /** What a disk writes in one piece. */
    private static final int UNIT = 4096;
    /** With their headers. */
    private static final int LARGE = 32 << 10;

    private BlockFormat() {}

    /**
     * Large blocks begin at multiples of 4096: otherwise each touches a page of the one before again, which takes a third longer.
     *
     * @param length of the block with its header
     * @param before where what stands before it ends
     * @return how many bytes are free between them
     */
    static int gap(long length, long before) {
        return length < LARGE ? 0 : (int) (align(before) - before);
    }

    /**
     * @param end of the block
     */
    static long start(long end, long before) {
        long aligned = align(before);
        return end - aligned < LARGE ? before : aligned;
    }

    private static long align(long position) {
        return (position + UNIT - 1) & -UNIT;
    }

    /** To fill gaps with. */
    static ByteBuffer zeros() {
        return ByteBuffer.allocate(UNIT);
    }

    /** Begin of a part of a file. */
    static ByteBuffer header(SpillOwner owner, String purpose, long number, int part) {
        RecordOutput rest = new RecordOutput(128);
        rest.writeString(owner.job());
        rest.writeString(owner.vertex());
        rest.writeInt(owner.subtask());
        rest.writeInt(owner.attempt());
        rest.writeString(purpose);
        rest.writeLong(number);
        rest.writeInt(part);
        RecordOutput header = new RecordOutput(128);
        header.writeInt(MAGIC);
        header.writeInt(VERSION);
        header.writeInt(rest.length());
        header.writeBytes(rest.array(), 0, rest.length());
        header.writeInt(checksum(header.array(), header.length()));
        return ByteBuffer.wrap(header.toByteArray());
    }

    static ByteBuffer footer(long blocks, long records) {
        ByteBuffer footer = ByteBuffer.allocate(FOOTER);
        footer.putInt(END_MAGIC).putLong(blocks).putLong(records);
        return footer.putInt(checksum(footer.array(), FOOTER - CRC)).flip();
    }

    private static int checksum(byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }

    /** Fills the header of a block, all but its checksum, which {@link #seal} adds. */
    static void fill(ByteBuffer header, long block, int length, int records, long firstPrefix) {
        header.clear().putLong(block).putInt(length).putInt(records).putLong(firstPrefix);
    }

    static void seal(ByteBuffer header, CRC32C crc, byte[] bytes, int offset, int length) {
        header.putInt(checksum(header, crc, bytes, offset, length)).flip();
    }

    /** Of the header's first fields and the bytes. */
    static int checksum(ByteBuffer header, CRC32C crc, byte[] bytes, int offset, int length) {
        crc.reset();
        crc.update(header.array(), 0, BLOCK_HEADER - CRC);
        crc.update(bytes, offset, length);
        return (int) crc.getValue();
    }
}
