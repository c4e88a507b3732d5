package io.github.foggara.sorter;

import java.io.DataInputStream;
import java.io.DataOutputStream;
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

    void write(OutputStream out) throws IOException {
        DataOutputStream data = new DataOutputStream(out);
        data.writeInt(MAGIC);
        data.writeByte(VERSION);
        data.writeByte(kind);
        data.writeLong(records);
        data.writeLong(payload);
        data.flush();
    }

    static SegmentHeader read(InputStream in) throws IOException {
        DataInputStream data = new DataInputStream(in);
        int magic = data.readInt();
        if (magic != MAGIC) {
            throw new IOException("This is no segment of a sorter: it begins with " + Integer.toHexString(magic) + ".");
        }
        int version = data.readUnsignedByte();
        if (version != VERSION) {
            throw new IOException(
                    "The segment was written by a sorter of format " + version + "; this one reads " + VERSION + ".");
        }
        int kind = data.readUnsignedByte();
        SegmentHeader header = new SegmentHeader(kind, data.readLong(), data.readLong());
        if (kind > RUN || header.records < 0 || header.payload < 2 * header.records) {
            throw new IOException("The segment is damaged: " + header + ".");
        }
        return header;
    }
}
