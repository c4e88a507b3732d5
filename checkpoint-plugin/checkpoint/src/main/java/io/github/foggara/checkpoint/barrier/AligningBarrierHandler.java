package io.github.foggara.checkpoint.barrier;

import io.github.foggara.api.checkpoint.BarrierContext;
import io.github.foggara.api.checkpoint.BarrierHandler;
import io.github.foggara.api.checkpoint.CheckpointDecline;
import io.github.foggara.api.shuffle.ChannelEvent.CancelMarker;
import io.github.foggara.api.shuffle.ChannelEvent.CheckpointBarrier;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.TreeMap;

/**
 * Aligns channels for exactly-once checkpoints and counts them for at-least-once ones; each barrier says which it is.
 *
 * <p>Exactly once: a channel that delivered the barrier is not read until the others did, so at most one checkpoint is under way, and a
 * barrier of a newer one shows that the older will never be whole. At least once: nothing is blocked, several may be under way, and the
 * one that is whole first makes those before it void.
 *
 * <p>An id is void for good once it was snapshotted, given up or overtaken, or if it is not above the floor. A void barrier resumes its
 * channel and does nothing else. Algorithm: Chandy and Lamport 1985; ended channels as FLIP-147 has it.
 */
public final class AligningBarrierHandler implements BarrierHandler {
    /** At least once: a task that never gets some barrier must not collect without end. */
    private static final int MOST_PENDING = 50;

    private final BarrierContext context;
    private final BitSet ended;
    private final BitSet blocked;
    /** By id; while an aligned one is among them it is the only one. */
    private final TreeMap<Long, Alignment> pending = new TreeMap<>();
    /** Ids up to here are void. */
    private long done;

    public AligningBarrierHandler(BarrierContext context) {
        this.context = context;
        this.done = context.floor();
        this.ended = new BitSet(context.channels());
        this.blocked = new BitSet(context.channels());
    }

    @Override
    public void barrier(int channel, CheckpointBarrier barrier) {
        Alignment alignment = alignmentOf(barrier);
        if (alignment == null) {
            if (!blocked.get(channel)) {
                context.resume(channel);
            }
            return;
        }
        alignment.arrived(channel);
        if (alignment.complete()) {
            snapshot(alignment);
        } else if (alignment.aligned()) {
            blocked.set(channel);
            context.block(channel);
        }
    }

    @Override
    public void triggered(CheckpointBarrier barrier) {
        Alignment alignment = alignmentOf(barrier);
        if (alignment != null && alignment.complete()) {
            snapshot(alignment);
        }
    }

    @Override
    public void endOfPartition(int channel) {
        ended.set(channel);
        if (blocked.get(channel)) {
            blocked.clear(channel);
            context.resume(channel);
        }
        Alignment complete = null;
        for (Alignment alignment : pending.values()) {
            alignment.arrived(channel);
            if (alignment.complete()) {
                complete = alignment;
            }
        }
        if (complete != null) {
            snapshot(complete);
        }
    }

    @Override
    public void cancelMarker(int channel, CancelMarker marker) {
        if (isVoid(marker.id())) {
            return;
        }
        dropBelow(marker.id(), marker.id());
        giveUp(marker.id());
        context.declined(
                marker.id(),
                CheckpointDecline.CANCEL_MARKER,
                "a task before it could not take part, as channel " + channel + " says");
    }

    @Override
    public void aborted(long checkpoint) {
        if (checkpoint > done) {
            giveUp(checkpoint);
        }
    }

    @Override
    public void close() {
        pending.clear();
        done = Long.MAX_VALUE;
        resumeAll();
    }

    /** The alignment this barrier belongs to, made if it is the first sign of it; null if the barrier is void. */
    private Alignment alignmentOf(CheckpointBarrier barrier) {
        if (isVoid(barrier.id()) || barrier.aligned() && overtaken(barrier.id())) {
            return null;
        }
        Alignment known = pending.get(barrier.id());
        if (known != null) {
            return known;
        }
        if (barrier.aligned() || aligning()) {
            dropBelow(barrier.id(), barrier.id());
        } else if (pending.size() >= MOST_PENDING) {
            dropBelow(pending.firstKey() + 1, barrier.id());
        }
        Alignment made = new Alignment(barrier, context.runtime().nanoTime(), context.channels(), ended);
        pending.put(barrier.id(), made);
        return made;
    }

    /** Also what is older than an aligned one under way: there can be no more than that one. */
    private boolean isVoid(long checkpoint) {
        return checkpoint <= done || aligning() && checkpoint < pending.firstKey();
    }

    /** To block a channel for an id that others are past would wait for ever. */
    private boolean overtaken(long checkpoint) {
        return !pending.isEmpty() && checkpoint < pending.lastKey();
    }

    private boolean aligning() {
        return !pending.isEmpty() && pending.firstEntry().getValue().aligned();
    }

    private void snapshot(Alignment alignment) {
        long id = alignment.barrier().id();
        dropBelow(id, id);
        giveUp(id);
        context.snapshot(
                alignment.barrier(), alignment.nanosUntil(context.runtime().nanoTime()));
    }

    /** Those below an id will never be whole, because a newer one is further. */
    private void dropBelow(long checkpoint, long newer) {
        for (Alignment old : new ArrayList<>(pending.headMap(checkpoint).values())) {
            long id = old.barrier().id();
            pending.remove(id);
            done = Math.max(done, id);
            context.declined(
                    id,
                    CheckpointDecline.SUBSUMED,
                    "checkpoint " + newer + " came when " + old.progress() + " had the barrier of " + id);
        }
        if (pending.isEmpty()) {
            resumeAll();
        }
    }

    /** From now on this id and those before it are void. */
    private void giveUp(long checkpoint) {
        pending.headMap(checkpoint, true).clear();
        done = Math.max(done, checkpoint);
        if (!aligning()) {
            resumeAll();
        }
    }

    private void resumeAll() {
        for (int channel = blocked.nextSetBit(0); channel >= 0; channel = blocked.nextSetBit(channel + 1)) {
            context.resume(channel);
        }
        blocked.clear();
    }
}
