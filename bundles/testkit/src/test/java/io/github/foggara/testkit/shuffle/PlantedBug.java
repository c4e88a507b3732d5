package io.github.foggara.testkit.shuffle;

/** What can be wrong with a shuffle service; the contract must find each. */
enum PlantedBug {
    /** Every 97th record is not handed over. */
    RECORD_LOST,
    /** Every 97th record is handed over twice. */
    RECORD_DOUBLED,
    /** The end of data arrives before the records appended just before it. */
    EVENT_OVERTAKES,
    /** The producer is always told that there is room. */
    NO_BACK_PRESSURE,
    /** A parked reader is not rung by flush. */
    READER_NOT_RUNG,
    /** A waiting producer is not rung when room comes back. */
    PRODUCER_NOT_RUNG,
    /** The attempt number is not looked at: whoever comes last wins. */
    OLD_ATTEMPT_WINS,
    /** A fenced reader that polls takes the channel back. */
    FENCED_READER_COMES_BACK,
    /** A new view skips one record. */
    NEW_VIEW_SKIPS,
    /** A failed producer only goes silent. */
    FAILURE_SWALLOWED,
    /** The end counts as processed before the reader has said so. */
    ACKNOWLEDGED_TOO_EARLY,
    /** A blocked channel is read. */
    BLOCK_IGNORED,
    /** The memory of a released partition stays booked. */
    MEMORY_LEAKED,
    /** Closing a fenced gate closes the new one's channel. */
    CLOSE_DISTURBS,
    /** Records are held back until flush. */
    HELD_UNTIL_FLUSH,
    /** A barrier is not handed over when there is no room. */
    BARRIER_LOST,
    /** A new reader is told the last barrier again. */
    BARRIER_AGAIN
}
