package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.checkpoint.BarrierContext;
import io.github.foggara.api.checkpoint.BarrierHandler;
import io.github.foggara.api.checkpoint.CheckpointDecline;
import io.github.foggara.api.shuffle.ChannelEvent.CancelMarker;
import io.github.foggara.api.shuffle.ChannelEvent.CheckpointBarrier;
import java.util.BitSet;

/** The simplest alignment that can work: one checkpoint at a time. */
final class AlignedBarriers implements BarrierHandler {
    private final BarrierContext context;
    private final BitSet ended = new BitSet();
    private final BitSet arrived = new BitSet();
    private CheckpointBarrier current;
    private long last;

    AlignedBarriers(BarrierContext context) {
        this.context = context;
        this.last = context.floor();
    }

    @Override
    public void barrier(int channel, CheckpointBarrier barrier) {
        if (barrier.id() <= last) {
            return;
        }
        if (current != null && current.id() != barrier.id()) {
            long old = current.id();
            release();
            context.declined(old, CheckpointDecline.SUBSUMED, "Checkpoint " + barrier.id() + " came");
        }
        current = barrier;
        arrived.set(channel);
        context.block(channel);
        takeIfAllAreThere();
    }

    @Override
    public void cancelMarker(int channel, CancelMarker marker) {
        if (marker.id() > last) {
            last = marker.id();
            release();
            context.declined(marker.id(), CheckpointDecline.CANCEL_MARKER, "Channel " + channel + " has no barrier");
        }
    }

    @Override
    public void endOfPartition(int channel) {
        ended.set(channel);
        if (current != null) {
            takeIfAllAreThere();
        }
    }

    @Override
    public void triggered(CheckpointBarrier barrier) {
        current = barrier;
        arrived.set(0, context.channels());
        takeIfAllAreThere();
    }

    @Override
    public void aborted(long checkpoint) {
        last = Math.max(last, checkpoint);
        if (current != null && current.id() <= checkpoint) {
            release();
        }
    }

    private void takeIfAllAreThere() {
        BitSet there = (BitSet) arrived.clone();
        there.or(ended);
        if (there.cardinality() == context.channels()) {
            CheckpointBarrier complete = current;
            last = complete.id();
            context.snapshot(complete, 0);
            release();
        }
    }

    private void release() {
        arrived.stream().forEach(context::resume);
        arrived.clear();
        current = null;
    }

    @Override
    public void close() {
        release();
    }
}
