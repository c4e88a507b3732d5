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
}
