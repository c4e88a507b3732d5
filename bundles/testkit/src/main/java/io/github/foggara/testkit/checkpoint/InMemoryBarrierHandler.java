package io.github.foggara.testkit.checkpoint;

import io.github.foggara.api.checkpoint.BarrierContext;
import io.github.foggara.api.checkpoint.BarrierHandler;
import io.github.foggara.api.checkpoint.CheckpointDecline;
import io.github.foggara.api.shuffle.ChannelEvent.CancelMarker;
import io.github.foggara.api.shuffle.ChannelEvent.CheckpointBarrier;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The reference of {@code BarrierHandler}, as plain as can be: for each id the channels that are still missing, and after every call it is
 * worked out anew which channels are to be blocked.
 */
final class InMemoryBarrierHandler implements BarrierHandler {
    private final BarrierContext context;
    private final Set<Integer> open = new TreeSet<>();
    private final Set<Integer> blocked = new HashSet<>();
    private final TreeMap<Long, Set<Integer>> missing = new TreeMap<>();
    private final Map<Long, CheckpointBarrier> barriers = new HashMap<>();
    private final Map<Long, Long> began = new HashMap<>();
    private long done;

    InMemoryBarrierHandler(BarrierContext context) {
        this.context = context;
        this.done = context.floor();
        for (int channel = 0; channel < context.channels(); channel++) {
            open.add(channel);
        }
    }

    @Override
    public void barrier(int channel, CheckpointBarrier barrier) {
        if (!known(barrier)) {
            context.resume(channel);
            return;
        }
        missing.get(barrier.id()).remove(channel);
        finish();
        settle();
    }

    @Override
    public void triggered(CheckpointBarrier barrier) {
        if (known(barrier)) {
            finish();
            settle();
        }
    }

    @Override
    public void endOfPartition(int channel) {
        open.remove(channel);
        missing.values().forEach(channels -> channels.remove(channel));
        finish();
        settle();
    }

    @Override
    public void cancelMarker(int channel, CancelMarker marker) {
        if (marker.id() > done && (missing.isEmpty() || marker.id() >= oldestThatCounts())) {
            subsume(marker.id());
            drop(marker.id());
            context.declined(marker.id(), CheckpointDecline.CANCEL_MARKER, "cancelled before this task");
            settle();
        }
    }

    @Override
    public void aborted(long checkpoint) {
        drop(checkpoint);
        settle();
    }

    @Override
    public void close() {
        drop(Long.MAX_VALUE);
        settle();
    }

    /** Ids before an aligned one do not count any more. */
    private long oldestThatCounts() {
        return barriers.get(missing.firstKey()).aligned() ? missing.firstKey() : done + 1;
    }

    /** Whether the id counts; from now on if this is its first sign. */
    private boolean known(CheckpointBarrier barrier) {
        long id = barrier.id();
        if (id <= done || !missing.isEmpty() && id < (barrier.aligned() ? missing.lastKey() : oldestThatCounts())) {
            return false;
        }
        if (!missing.containsKey(id)) {
            if (barrier.aligned()
                    || !missing.isEmpty() && barriers.get(missing.firstKey()).aligned()) {
                subsume(id);
            }
            missing.put(id, new HashSet<>(open));
            barriers.put(id, barrier);
            began.put(id, context.runtime().nanoTime());
        }
        return true;
    }

    private void finish() {
        for (Long id : missing.descendingKeySet()) {
            if (missing.get(id).isEmpty()) {
                CheckpointBarrier barrier = barriers.get(id);
                long nanos = context.runtime().nanoTime() - began.get(id);
                subsume(id);
                drop(id);
                settle();
                context.snapshot(barrier, nanos);
                return;
            }
        }
    }

    private void subsume(long below) {
        for (Long id : List.copyOf(missing.headMap(below).keySet())) {
            missing.remove(id);
            done = Math.max(done, id);
            context.declined(id, CheckpointDecline.SUBSUMED, "a newer one came");
        }
    }

    private void drop(long upTo) {
        missing.headMap(upTo, true).clear();
        done = Math.max(done, upTo);
    }

    private void settle() {
        Set<Integer> wanted = new HashSet<>();
        missing.forEach((id, channels) -> {
            if (barriers.get(id).aligned()) {
                open.stream().filter(channel -> !channels.contains(channel)).forEach(wanted::add);
            }
        });
        blocked.stream().filter(channel -> !wanted.contains(channel)).forEach(context::resume);
        wanted.stream().filter(channel -> !blocked.contains(channel)).forEach(context::block);
        blocked.clear();
        blocked.addAll(wanted);
    }
}
