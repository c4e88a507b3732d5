package io.github.foggara.shuffle.netty;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How much one view may send: its own credit, and more out of what all channels share if its producer had to wait for credit though its reader
 * had nearly nothing left to read. So a fast reader far away gets more, a slow one never. Positions count from the begin of the view. Owned by
 * the receiver.
 */
final class ReceiveWindow {

    private final long own;
    private final long floatingLimit;
    private final AtomicLong floating;
    private long size;
    private long claimed;
    private long granted;
    private boolean blocked;
    private boolean late;

    /**
     * @param floating what all channels of the environment were lent
     */
    ReceiveWindow(long own, long floatingLimit, AtomicLong floating) {
        this.own = own;
        this.floatingLimit = floatingLimit;
        this.floating = floating;
        this.size = own;
        this.granted = own;
    }

    long own() {
        return own;
    }

    long claimed() {
        return claimed;
    }

    long granted() {
        return granted;
    }

    /**
     * Position at which the other side should be told what was claimed, if nothing more has come. Half of the own credit is enough, whatever was
     * lent: a producer that holds too much may hold that much. Sooner if the producer waits, as soon as all is read, and if it has not heard of anything
     * for long, as soon as anything is.
     */
    long next(long received) {
        long half = claimed + own / 2;
        if (late) {
            return Math.min(half, claimed + 1);
        }
        return blocked ? Math.min(half, Math.max(received, claimed + 1)) : half;
    }

    /** The producer waits for credit. */
    void blocked() {
        blocked = true;
    }

    /** The producer has not heard of the last claims for long. */
    void late() {
        late = true;
    }

    boolean isLate() {
        return late;
    }

    /** All up to there is claimed, and so much was received. */
    void claimed(long position, long received) {
        if (blocked && received - position <= size / 4) {
            grow();
        }
        blocked = false;
        late = false;
        claimed = position;
        granted = Math.max(granted, claimed + size);
    }

    private void grow() {
        long more = Math.min(size, own * NettyShuffleOptions.LARGEST_WINDOW - size);
        if (more > 0) {
            if (floating.addAndGet(more) > floatingLimit) {
                floating.addAndGet(-more);
            } else {
                size += more;
            }
        }
    }

    /** Gives back what it was lent. */
    void close() {
        floating.addAndGet(own - size);
        size = own;
    }
}
