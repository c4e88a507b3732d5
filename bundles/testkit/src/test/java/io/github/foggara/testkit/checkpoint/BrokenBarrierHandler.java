package io.github.foggara.testkit.checkpoint;

import io.github.foggara.api.checkpoint.BarrierContext;
import io.github.foggara.api.checkpoint.BarrierHandler;
import io.github.foggara.api.checkpoint.CheckpointDecline;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.shuffle.ChannelEvent.CancelMarker;
import io.github.foggara.api.shuffle.ChannelEvent.CheckpointBarrier;

/** The reference with one bug, on its way in or out. */
final class BrokenBarrierHandler implements BarrierHandler, BarrierContext {
    private final BarrierBug bug;
    private final BarrierContext context;
    private final BarrierHandler handler;
    private boolean inBarrier;
    private boolean snapshotted;

    BrokenBarrierHandler(BarrierBug bug, BarrierContext context) {
        this.bug = bug;
        this.context = context;
        this.handler = new InMemoryCheckpointService().createBarrierHandler(this);
    }

    // ---- on the way in

    @Override
    public void barrier(int channel, CheckpointBarrier barrier) {
        boolean aligned = bug == BarrierBug.LOOSE_BLOCKS || bug != BarrierBug.ALIGNED_IS_LOOSE && barrier.aligned();
        inBarrier = true;
        snapshotted = false;
        handler.barrier(channel, new CheckpointBarrier(barrier.id(), barrier.timestampMillis(), aligned));
        inBarrier = false;
    }

    @Override
    public void cancelMarker(int channel, CancelMarker marker) {
        if (bug != BarrierBug.CANCEL_IGNORED) {
            handler.cancelMarker(channel, marker);
        }
        if (bug == BarrierBug.CANCEL_TOLD_AGAIN) {
            context.declined(marker.id(), CheckpointDecline.CANCEL_MARKER, "again");
        }
    }

    @Override
    public void endOfPartition(int channel) {
        if (bug != BarrierBug.END_IGNORED) {
            handler.endOfPartition(channel);
        }
        if (bug == BarrierBug.END_COUNTS_TWICE) {
            handler.endOfPartition((channel + 1) % context.channels());
        }
    }

    @Override
    public void triggered(CheckpointBarrier barrier) {
        if (bug == BarrierBug.TRIGGER_AT_ONCE) {
            context.snapshot(barrier, 0);
        } else if (bug != BarrierBug.TRIGGER_IGNORED) {
            handler.triggered(barrier);
        }
    }

    @Override
    public void aborted(long checkpoint) {
        if (bug != BarrierBug.ABORT_IGNORED) {
            handler.aborted(bug == BarrierBug.ABORT_TAKES_ALL ? checkpoint + 2 : checkpoint);
        }
    }

    @Override
    public void close() {
        if (bug != BarrierBug.CLOSE_IGNORED) {
            handler.close();
        }
    }

    // ---- on the way out

    @Override
    public int channels() {
        return context.channels();
    }

    @Override
    public Configuration configuration() {
        return context.configuration();
    }

    @Override
    public EngineRuntime runtime() {
        return context.runtime();
    }

    @Override
    public long floor() {
        return bug == BarrierBug.FLOOR_FORGOTTEN ? 0 : context.floor();
    }

    @Override
    public void block(int channel) {
        if (bug != BarrierBug.NEVER_BLOCKS) {
            context.block(channel);
        }
    }

    @Override
    public void resume(int channel) {
        boolean ofVoid = inBarrier && !snapshotted;
        if (bug != BarrierBug.NEVER_RESUMES && (bug != BarrierBug.VOID_NOT_RESUMED || !ofVoid)) {
            context.resume(channel);
        }
    }

    @Override
    public void snapshot(CheckpointBarrier barrier, long alignmentNanos) {
        snapshotted = true;
        context.snapshot(barrier, bug == BarrierBug.TIME_FORGOTTEN ? 0 : alignmentNanos);
    }

    @Override
    public void declined(long checkpoint, CheckpointDecline reason, String words) {
        if (bug != BarrierBug.SUBSUMED_NOT_TOLD || reason != CheckpointDecline.SUBSUMED) {
            context.declined(checkpoint, reason, words);
        }
    }
}
