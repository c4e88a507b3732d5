package io.github.foggara.sorter;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * What a segment of a checkpoint begins with; its records follow as {@link RecordFormat} says.
 *
 * @param kind {@link #LOG} or {@link #RUN}
 * @param records how many
 * @param payload their bytes with headers
 */
record SegmentHeader(int kind, long records, long payload) {
    /** Records as they came. */
    static final int LOG = 0;
    /** Records in order. */
    static final int RUN = 1;

    private static final int MAGIC = 0x46534547;
    private static final int VERSION = 1;
    /** Of the header. */
    static final int BYTES = 22;

    void write(OutputStream out) throws IOException {
        DataOutputStream data = new DataOutputStream(out);
        data.writeInt(MAGIC);
        data.writeByte(VERSION);
        data.writeByte(kind);
        data.writeLong(records);
        data.writeLong(payload);
        data.flush();
    }

    /** @throws IOException if it is none, is damaged, or of another format */
    static SegmentHeader read(InputStream in) throws IOException {
        DataInputStream data = new DataInputStream(in);
        try {
            int magic = data.readInt();
            if (magic != MAGIC) {
                throw new IOException(
                        "This is no segment of a sorter: it begins with " + Integer.toHexString(magic) + ".");
            }
            int version = data.readUnsignedByte();
            if (version != VERSION) {
                throw new IOException("The segment was written by a sorter of format " + version
                        + "; this one reads format " + VERSION + ". Restore it with the version that wrote it.");
            }
            int kind = data.readUnsignedByte();
            SegmentHeader header = new SegmentHeader(kind, data.readLong(), data.readLong());
            header.check();
            return header;
        } catch (EOFException e) {
            throw new IOException("The segment is damaged: it ends within its header of " + BYTES + " bytes.", e);
        }
    }

    /** A record has two bytes of lengths at least. */
    private void check() throws IOException {
        if (kind > RUN || records < 0 || payload < 0 || records > payload / 2) {
            throw new IOException("The segment is damaged: it says of itself that it has " + records + " records of "
                    + payload + " bytes in all, and is of kind " + kind + ".");
        }
    }
}
