package io.github.foggara.api.shuffle;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Purpose: all channels one consumer attempt reads. Thread: the consuming task only. No method blocks.
 */
@ProviderType
public interface InputGate extends AutoCloseable {
    int channels();

    /**
     * Claims the next run of records or the next event of some channel, fairly between channels.
     *
     * @param cursor must be exhausted; all its records count as processed by this call
     * @return false if nothing is there now; the owner's waker rings when that changes
     * @throws PartitionFailedException if a producer failed
     * @throws StaleConsumerException if a newer attempt took a channel
     */
    boolean poll(GateCursor cursor);

    /** Nothing more is read from the channel until {@link #resume}: for alignment. */
    void block(int channel);

    void resume(int channel);

    /** The EndOfData of this channel has been processed: tells the producer. */
    void acknowledgeEndOfData(int channel);

    /** Sequence number of the next record this channel will hand out, first record 0 per producer attempt. */
    long position(int channel);

    /** Gives up the views; unread elements stay with the producer. Idempotent. */
    @Override
    void close();
}
