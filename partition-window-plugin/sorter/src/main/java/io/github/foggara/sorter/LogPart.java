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
    private final Place from;
    private final Place end;

    /** Task thread. */
    LogPart(RecordArea area, Place from, Place end) {
        this.area = area;
        this.from = from;
        this.end = end;
    }

    /** For tests. */
    RecordArea area() {
        return area;
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
        byte[][] pages = area.pages();
        int[] used = area.used();
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
