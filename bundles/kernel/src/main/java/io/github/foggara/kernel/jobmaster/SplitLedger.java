package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.failover.TaskId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Splits that an enumerator has given to a subtask during this life, whatever attempt was the current one, and that no completed
 * checkpoint covers: another attempt of the subtask gets all of them again, so none is lost and none read by two. Those before the cut of the
 * checkpoint it goes on from it has from there. Main thread only.
 */
final class SplitLedger {
    /**
     * @param noMore whether none will follow
     */
    record Assigned(List<byte[]> splits, boolean noMore) {}

    private static final Assigned NONE = new Assigned(List.of(), false);

    private static final class Entry {
        final List<byte[]> splits = new ArrayList<>();
        /** How many were there before these. */
        long covered;

        boolean noMore;

        long count() {
            return covered + splits.size();
        }
    }

    private final Map<TaskId, Entry> assigned = new HashMap<>();
    /** By checkpoint: how many splits each subtask had been given at its cut. */
    private final TreeMap<Long, Map<TaskId, Long>> cuts = new TreeMap<>();

    void add(TaskId task, List<byte[]> splits, boolean noMore) {
        Entry entry = assigned.computeIfAbsent(task, t -> new Entry());
        entry.splits.addAll(splits);
        entry.noMore |= noMore;
    }

    /** All that was assigned to it since the newest completed checkpoint, or since the life began. */
    Assigned of(TaskId task) {
        Entry entry = assigned.get(task);
        return entry == null ? NONE : new Assigned(List.copyOf(entry.splits), entry.noMore);
    }

    /** What was assigned up to now belongs to this checkpoint. */
    void cut(long checkpoint) {
        Map<TaskId, Long> counts = new HashMap<>();
        assigned.forEach((task, entry) -> counts.put(task, entry.count()));
        cuts.put(checkpoint, counts);
    }

    /** It was given up. */
    void forget(long checkpoint) {
        cuts.remove(checkpoint);
    }

    /** What was assigned before its cut stands in it. */
    void completed(long checkpoint) {
        Map<TaskId, Long> counts = cuts.get(checkpoint);
        if (counts != null) {
            counts.forEach((task, count) -> cover(assigned.get(task), count));
        }
        cuts.headMap(checkpoint, true).clear();
    }

    private static void cover(Entry entry, long count) {
        int more = (int) Math.max(0, count - entry.covered);
        entry.splits.subList(0, more).clear();
        entry.covered += more;
    }
}
