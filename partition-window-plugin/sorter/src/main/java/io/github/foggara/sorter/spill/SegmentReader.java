package io.github.foggara.sorter.spill;

import io.github.foggara.api.state.FormerSegment;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/** Reads a segment of a former spool; nothing of it is believed before its checksum is. One thread. */
public final class SegmentReader implements RecordReader {
    private final RecordStream records;
    private final long firstRecord;
    private final long count;

    private SegmentReader(RecordStream records, long firstRecord, long count) {
        this.records = records;
        this.firstRecord = firstRecord;
        this.count = count;
    }

    /**
     * May block.
     *
     * @throws IOException if it cannot be read or is no segment of a spool
     */
    public static SegmentReader open(FormerSegment segment) throws IOException {
        InputStream in = segment.open();
        boolean open = false;
        try {
            byte[] bytes = in.readNBytes(SegmentFormat.HEADER);
            if (bytes.length < SegmentFormat.HEADER) {
                throw damaged("it ends in its header");
            }
            ByteBuffer header = ByteBuffer.wrap(bytes);
            int magic = header.getInt();
            int version = header.getInt();
            if (magic != SegmentFormat.MAGIC) {
                throw damaged("it does not begin as one");
            }
            if (version != SegmentFormat.VERSION) {
                throw new IOException("A segment of a spool has format version " + version + ", and "
                        + SegmentFormat.VERSION + " can be read: restore it with the version that wrote it");
            }
            long first = header.getLong();
            long count = header.getLong();
            long length = header.getLong();
            if (!Arrays.equals(bytes, SegmentFormat.header(first, count, length)) || count < 0 || length < count) {
                throw damaged("the checksum of its header does not fit");
            }
            Frames frames = new Frames(in, length);
            byte[] page = new byte[(int) Math.min(SegmentFormat.FRAME, length)];
            SegmentReader reader = new SegmentReader(new RecordStream(frames, page, count, length), first, count);
            open = true;
            return reader;
        } finally {
            if (!open) {
                in.close();
            }
        }
    }

    /** Number of its first record in the former spool. */
    public long firstRecord() {
        return firstRecord;
    }

    /** How many records it has, those that were read included. */
    public long records() {
        return count;
    }

    @Override
    public boolean next() throws IOException {
        return records.next();
    }

    @Override
    public byte[] bytes() {
        return records.bytes();
    }

    @Override
    public int offset() {
        return records.offset();
    }

    @Override
    public int length() {
        return records.length();
    }

    @Override
    public void close() {
        records.close();
    }

    private static IOException damaged(String what) {
        return new IOException("A segment of a spool is damaged: " + what);
    }

    /** The bytes of the frames. */
    private static final class Frames implements PageSource {
        private final InputStream in;
        private final byte[] trailer = new byte[SegmentFormat.CRC];
        private final CRC32C crc = new CRC32C();
        private long left;
        private int frame;

        Frames(InputStream in, long left) {
            this.in = in;
            this.left = left;
        }

        @Override
        public int next(byte[] target) throws IOException {
            if (left == 0) {
                if (in.read() >= 0) {
                    throw damaged("it goes on after its end");
                }
                return -1;
            }
            int length = (int) Math.min(SegmentFormat.FRAME, left);
            if (in.readNBytes(target, 0, length) < length
                    || in.readNBytes(trailer, 0, SegmentFormat.CRC) < SegmentFormat.CRC) {
                throw damaged("it ends in frame " + frame);
            }
            crc.update(target, 0, length);
            if (ByteBuffer.wrap(trailer).getInt() != (int) crc.getValue()) {
                throw damaged("the checksum of frame " + frame + " does not fit");
            }
            left -= length;
            frame++;
            return length;
        }

        @Override
        public void close() {
            try {
                in.close();
            } catch (IOException ignored) {
                // nothing that was read depends on it
            }
        }
    }
}
