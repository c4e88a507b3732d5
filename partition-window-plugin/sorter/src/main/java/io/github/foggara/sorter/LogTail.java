package io.github.foggara.sorter;

import io.github.foggara.api.state.Segment;
import java.util.ArrayList;
import java.util.List;

/**
 * The parts that snapshots have cut the records of one buffer into. When there are many, those are written once more as one that do not
 * make up most of what follows them; so there are never more than a few, and a byte is written again only when as much has come behind it.
 * Task thread.
 */
final class LogTail {
    static final int MOST_PARTS = 30;

    private final RecordArea area;
    private final List<LogPart> parts = new ArrayList<>();

    LogTail(RecordArea area) {
        this.area = area;
    }

    RecordArea area() {
        return area;
    }

    private LogPart.Place end() {
        return parts.isEmpty()
                ? LogPart.Place.BEGINNING
                : parts.get(parts.size() - 1).end();
    }

    /** All records up to now, in parts. Those that were there before are the same objects. */
    List<LogPart> cut() {
        cut(null);
        if (parts.size() > MOST_PARTS) {
            join();
        }
        return parts;
    }

    /** What came since the last cut equals that former segment. Null: no former one does. */
    void cut(Segment former) {
        if (area.count() > end().records()) {
            LogPart part = new LogPart(area, end(), area.end());
            part.standsAs(former);
            parts.add(part);
        }
    }

    private void join() {
        long behind = 0;
        int first = parts.size() - 1;
        for (int i = parts.size() - 1; i >= 0; i--) {
            long own = parts.get(i).payload();
            if (own <= behind) {
                first = i;
            }
            behind += own;
        }
        if (first == parts.size() - 1) {
            return;
        }
        LogPart joined = parts.get(first).upTo(parts.get(parts.size() - 1));
        parts.subList(first, parts.size()).clear();
        parts.add(joined);
    }
}
