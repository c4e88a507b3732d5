package io.github.foggara.recovery.eventstore;

import io.github.foggara.api.event.JobEventLog.End;
import java.util.List;

/**
 * What of a log counts.
 *
 * @param parts with events, in the order of reading
 * @param words for users; empty if nothing is missing
 */
record LogContent(List<LogPart> parts, End end, String words) {
    LogContent {
        parts = List.copyOf(parts);
    }

    /** Position of the last event, 0 if there is none. */
    long last() {
        return parts.isEmpty() ? 0 : parts.get(parts.size() - 1).last();
    }
}
