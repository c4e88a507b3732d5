package io.github.foggara.sorter.spill;

import io.github.foggara.api.state.Segment;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** A range of the records of a spool; see {@link SegmentFormat}. */
final class SpoolSegment implements Segment {
    private final SpoolSegments spool;
    private final long fromRecord;
    private final long toRecord;
    private final long fromByte;
    private final long toByte;

    SpoolSegment(SpoolSegments spool, long fromRecord, long toRecord, long fromByte, long toByte) {
        this.spool = spool;
        this.fromRecord = fromRecord;
        this.toRecord = toRecord;
        this.fromByte = fromByte;
        this.toByte = toByte;
    }

    long fromByte() {
        return fromByte;
    }

    @Override
    public void write(OutputStream out) throws IOException {
        SpoolPage.Pin pin = spool.pin();
        pin.check();
        out.write(SegmentFormat.header(fromRecord, toRecord - fromRecord, toByte - fromByte));
        long start = fromByte / pin.pageSize() * pin.pageSize();
        byte[] page = new byte[pin.need(start, toByte)];
        Frames frames = new Frames(out);
        try (SpoolPages pages = new SpoolPages(pin, start, toByte, false)) {
            int skipped = (int) (fromByte - start);
            for (int length = pages.next(page); length >= 0; length = pages.next(page)) {
                frames.write(page, skipped, length - skipped);
                skipped = 0;
            }
        }
        frames.end();
    }

    @Override
    public String toString() {
        return "records " + fromRecord + " to " + (toRecord - 1) + " of a spool";
    }

    /** Gathers bytes into frames. */
    private static final class Frames {
        private final OutputStream out;
        private final ByteBuffer frame = ByteBuffer.allocate(SegmentFormat.FRAME + SegmentFormat.CRC);
        private final CRC32C crc = new CRC32C();

        Frames(OutputStream out) {
            this.out = out;
            frame.limit(SegmentFormat.FRAME);
        }

        void write(byte[] bytes, int offset, int length) throws IOException {
            int done = 0;
            while (done < length) {
                int count = Math.min(length - done, frame.remaining());
                frame.put(bytes, offset + done, count);
                done += count;
                if (!frame.hasRemaining()) {
                    end();
                }
            }
        }

        void end() throws IOException {
            if (frame.position() == 0) {
                return;
            }
            int length = frame.position();
            crc.update(frame.array(), 0, length);
            frame.limit(length + SegmentFormat.CRC).putInt((int) crc.getValue());
            out.write(frame.array(), 0, frame.position());
            frame.clear().limit(SegmentFormat.FRAME);
        }
    }
}
