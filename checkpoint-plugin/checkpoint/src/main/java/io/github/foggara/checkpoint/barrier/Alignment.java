package io.github.foggara.checkpoint.barrier;

import io.github.foggara.api.shuffle.ChannelEvent.CheckpointBarrier;
import java.util.BitSet;

/**
 * One checkpoint on its way through the channels of a task. Which channels it waits for is decided by its first sign and never again; a
 * channel counts once, whether by its barrier, its end, or both.
 */
final class Alignment {
    private final CheckpointBarrier barrier;
    private final long beganNanos;
    private final BitSet open;
    private final BitSet arrived = new BitSet();

    /**
     * @param ended channels that had ended before; copied
     */
    Alignment(CheckpointBarrier barrier, long nowNanos, int channels, BitSet ended) {
        this.barrier = barrier;
        this.beganNanos = nowNanos;
        this.open = new BitSet(channels);
        open.set(0, channels);
        open.andNot(ended);
    }

    CheckpointBarrier barrier() {
        return barrier;
    }

    boolean aligned() {
        return barrier.aligned();
    }

    void arrived(int channel) {
        if (open.get(channel)) {
            arrived.set(channel);
        }
    }

    boolean complete() {
        return arrived.cardinality() == open.cardinality();
    }

    long nanosUntil(long nowNanos) {
        return Math.max(0, nowNanos - beganNanos);
    }

    /** For messages. */
    String progress() {
        return arrived.cardinality() + " of " + open.cardinality() + " channels";
    }
}
