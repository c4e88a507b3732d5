package io.github.foggara.recovery.eventstore;

import io.github.foggara.api.event.JobEventLog.End;
import java.io.IOException;
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

    /**
     * Makes all of it durable. A writer that was killed may have left bytes that only the system's memory holds; whoever has read
     * them acts on them, and a loss of power must not take them back.
     */
    void force(LogFolder folder) throws IOException {
        if (!parts.isEmpty()) {
            // Those before were forced when this one began.
            folder.disk().force(folder.file(parts.get(parts.size() - 1).name()));
        }
    }

    /** Position of the last event, 0 if there is none. */
    long last() {
        return parts.isEmpty() ? 0 : parts.get(parts.size() - 1).last();
    }
}
