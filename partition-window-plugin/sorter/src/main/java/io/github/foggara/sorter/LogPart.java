package io.github.foggara.sorter;

import java.io.IOException;
import java.io.OutputStream;

/** Records of a buffer as they came, from one moment to another. */
final class LogPart extends PinnedSegment {
    /**
     * A moment in the life of a buffer.
     *
     * @param page of the last byte
     * @param at behind it in its page
     * @param records so far
     * @param payload bytes so far
     */
    record Place(int page, int at, int records, long payload) {
        static final Place BEGINNING = new Place(0, 0, 0, 0);
    }

    private final RecordArea area;
    /** The area may replace these when it grows; what a part needs of them stands there already. Null when the area has given them back. */
    private byte[][] pages;

    private final int[] used;
    private final Place from;
    private final Place end;

    /** Task thread. */
    LogPart(RecordArea area, Place from, Place end) {
        this.area = area;
        this.pages = area.pages();
        this.used = area.used();
        this.from = from;
        this.end = end;
        area.whenGivenBack(() -> pages = null);
    }

    /** Whether it keeps the memory of the buffer from being collected. Only while nobody else uses the buffer. */
    boolean keepsPages() {
        return pages != null;
    }

    /** This one and all until that one. Task thread. */
    LogPart upTo(LogPart last) {
        return new LogPart(area, from, last.end);
    }

    Place end() {
        return end;
    }

    long payload() {
        return end.payload() - from.payload();
    }

    @Override
    boolean hold() {
        return area.holders().hold();
    }

    @Override
    void letGo() {
        area.holders().letGo();
    }

    @Override
    void writeAll(OutputStream out) throws IOException {
        new SegmentHeader(SegmentHeader.LOG, end.records() - from.records(), payload()).write(out);
        int at = from.at();
        for (int page = from.page(); page <= end.page(); page++) {
            int until = page == end.page() ? end.at() : used[page];
            if (until > at) {
                checkWanted();
                out.write(pages[page], at, until - at);
            }
            at = 0;
        }
    }
}
