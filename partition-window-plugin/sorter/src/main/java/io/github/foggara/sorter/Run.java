package io.github.foggara.sorter;

import io.github.foggara.sorter.spill.BlockReader;
import io.github.foggara.sorter.spill.SpillFile;
import java.io.IOException;
import java.io.OutputStream;

/** Records in order, in a file that never changes. The file goes when nobody holds the run any more. */
final class Run extends PinnedSegment {
    /** Segments of one sorter are written one after the other, through one block of memory. */
    record CopyBlock(byte[] bytes) {}

    private final SpillFile file;
    private final Holders holders;
    private final long records;
    private final long payload;
    private final int shortestKey;
    private final int longestKey;
    private final CopyBlock copies;
    private KeySpread spread;

    Run(
            SpilledFiles files,
            SpillFile file,
            long records,
            long payload,
            int shortestKey,
            int longestKey,
            CopyBlock copies) {
        this.file = file;
        this.records = records;
        this.payload = payload;
        this.shortestKey = shortestKey;
        this.longestKey = longestKey;
        this.copies = copies;
        this.holders = new Holders(() -> files.delete(file));
    }

    /** For messages. */
    @Override
    public String toString() {
        return file.toString();
    }

    BlockReader read() throws IOException {
        return file.read(0);
    }

    long records() {
        return records;
    }

    /** Bytes of its records with their headers. */
    long payload() {
        return payload;
    }

    /** How its keys are spread; null if nobody looked. Task thread. */
    KeySpread spread() {
        return spread;
    }

    void spreadsAs(KeySpread looked) {
        spread = looked;
    }

    int shortestKey() {
        return shortestKey;
    }

    int longestKey() {
        return longestKey;
    }

    @Override
    boolean hold() {
        return holders.hold();
    }

    @Override
    void letGo() {
        holders.letGo();
    }

    @Override
    void writeAll(OutputStream out) throws IOException {
        new SegmentHeader(SegmentHeader.RUN, records, payload).write(out);
        synchronized (copies) {
            try (BlockReader reader = read()) {
                for (int length = reader.next(copies.bytes(), 0);
                        length >= 0;
                        length = reader.next(copies.bytes(), 0)) {
                    checkWanted();
                    out.write(copies.bytes(), 0, length);
                }
            }
        }
    }
}
