package io.github.foggara.api.checkpoint;

import io.github.foggara.api.shuffle.ChannelEvent;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Purpose: turns the barriers of many channels into one moment to take a snapshot at. Thread: task; nothing blocks. The kernel calls it for
 * each event; it answers through its {@link BarrierContext}.
 */
@ProviderType
public interface BarrierHandler extends AutoCloseable {
    void barrier(int channel, ChannelEvent.CheckpointBarrier barrier);

    void cancelMarker(int channel, ChannelEvent.CancelMarker marker);

    /** The channel's EndOfPartition: it stands for its barrier of every pending checkpoint, and for none later. */
    void endOfPartition(int channel);

    /**
     * The coordinator asks this task, though it has inputs, because nobody who writes to it runs any more: each channel's EndOfPartition is
     * its barrier, so that what still is under way to it is processed first.
     */
    void triggered(ChannelEvent.CheckpointBarrier barrier);

    /** The checkpoint and all before it are given up. */
    void aborted(long checkpoint);

    /** Blocks nothing any more. */
    @Override
    void close();
}
