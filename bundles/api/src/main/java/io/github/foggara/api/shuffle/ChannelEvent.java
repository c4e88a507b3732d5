package io.github.foggara.api.shuffle;

/** What travels in line with the records of a channel, never overtaking one. */
public sealed interface ChannelEvent {
    /**
     * The producer's operators are finished; no record or watermark follows (FLIP-147).
     *
     * @param drain true if no data will ever follow, false if the job stops to be resumed
     */
    record EndOfData(boolean drain) implements ChannelEvent {}

    /** The producer task has closed; the last element of a channel. */
    record EndOfPartition() implements ChannelEvent {}

    /** Event time has reached this point on this channel, in milliseconds since the epoch. */
    record Watermark(long timestamp) implements ChannelEvent {}

    /**
     * Divides what belongs to a checkpoint from what follows.
     *
     * @param id from 1
     * @param timestampMillis when it was triggered
     * @param aligned whether a reader waits for the barriers of all its channels (exactly once) or goes on reading (at least once)
     */
    record CheckpointBarrier(long id, long timestampMillis, boolean aligned) implements ChannelEvent {}

    /** The producer cannot take part in this checkpoint: readers need not wait for its barrier. */
    record CancelMarker(long id) implements ChannelEvent {}
}
