package io.github.foggara.sorter.spill;

import io.github.foggara.api.state.FormerSegment;
import io.github.foggara.api.state.Segment;
import java.util.ArrayList;
import java.util.List;

/**
 * Which segments a spool is in. Spool's thread.
 *
 * <p>Segments have levels by their size, each eight times the one before. From the first to the last the level never rises, and of each
 * there are seven at most: eight neighbours of one level become one of a higher one, as do all smaller ones before a new segment.
 * So a byte is written again only into a higher level.
 */
final class SpoolSegments {
    /** Of the lowest level. Below it, what is written again does not matter. */
    private static final long SMALL = 64 << 10;

    private static final int LOG_RATIO = 3;
    private static final int MOST_OF_A_LEVEL = (1 << LOG_RATIO) - 1;

    private final List<Range> ranges = new ArrayList<>();
    /** The pin of the newest cut. Written by the spool's thread, read by whoever writes a segment. */
    private volatile SpoolPage.Pin pin;

    /** Immutable. */
    private record Range(Segment segment, long toRecord, long fromByte, long toByte) {
        int level() {
            return SpoolSegments.level(toByte - fromByte);
        }
    }

    static int level(long bytes) {
        long units = bytes / SMALL;
        return units == 0 ? 0 : 1 + (Long.SIZE - 1 - Long.numberOfLeadingZeros(units)) / LOG_RATIO;
    }

    /** Whether they hold as many bytes. */
    boolean cover(long bytes) {
        return coveredBytes(ranges.size()) == bytes;
    }

    private long coveredBytes(int count) {
        return count == 0 ? 0 : ranges.get(count - 1).toByte();
    }

    private long coveredRecords(int count) {
        return count == 0 ? 0 : ranges.get(count - 1).toRecord();
    }

    void restored(FormerSegment former, long toRecord, long fromByte, long toByte) {
        ranges.add(new Range(former, toRecord, fromByte, toByte));
    }

    SpoolCut cut(SpoolPage.Pin now, long records, long bytes) {
        if (!cover(bytes)) {
            int kept = kept(bytes);
            SpoolSegment made = new SpoolSegment(this, coveredRecords(kept), records, coveredBytes(kept), bytes);
            ranges.subList(kept, ranges.size()).clear();
            ranges.add(new Range(made, records, made.fromByte(), bytes));
        }
        pin = now;
        return new SpoolCut(ranges.stream().map(Range::segment).toList(), records, now);
    }

    /** How many segments stay before the new one, which takes the place of those behind. */
    private int kept(long bytes) {
        int kept = ranges.size();
        while (true) {
            int level = level(bytes - coveredBytes(kept));
            while (kept > 0 && ranges.get(kept - 1).level() < level) {
                kept--;
                level = level(bytes - coveredBytes(kept));
            }
            int same = kept;
            while (same > 0 && ranges.get(same - 1).level() == level) {
                same--;
            }
            if (kept - same < MOST_OF_A_LEVEL) {
                return kept;
            }
            kept = same;
        }
    }

    SpoolPage.Pin pin() {
        return pin;
    }
}
