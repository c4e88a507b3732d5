package io.github.foggara.testkit.event;

/** What can be wrong with an event store; the contract must find each. */
enum PlantedBug {
    /** The fifth event is not written. */
    EVENT_LOST,
    /** The fifth event is written twice. */
    EVENT_DOUBLED,
    /** Two events change places in the replay. */
    EVENTS_SWAPPED,
    /** Replayed events are all not durable. */
    DURABLE_FORGOTTEN,
    /** Replayed events are all of version 1. */
    VERSION_FORGOTTEN,
    /** Each epoch counts from 1. */
    POSITIONS_RESTART,
    /** What is queued is told durable. */
    TOLD_TOO_EARLY,
    /** A position is told twice. */
    TOLD_TWICE,
    /** An event that nobody waits for is never told. */
    NEVER_TOLD,
    /** Any epoch may open. */
    EPOCH_NOT_CHECKED,
    /** What an older writer appends is taken. */
    OLDER_WRITER_GOES_ON,
    /** An older writer hears nothing. */
    OLDER_WRITER_NOT_TOLD,
    /** A replay that fails counts as done. */
    REPLAY_FAILURE_SWALLOWED,
    /** What is put aside stays where it was. */
    ASIDE_STILL_READ,
    /** What is put aside is lost. */
    ASIDE_LOST,
    /** What is deleted stays. */
    NOT_DELETED,
    /** All jobs share a log. */
    JOBS_MIXED,
    /** Closing forgets what is queued. */
    CLOSING_LOSES,
    /** Something is told after closing. */
    TOLD_AFTER_CLOSING,
    /** A closed log takes events. */
    TAKEN_AFTER_CLOSING,
    /** That the queue has room again is not told. */
    ROOM_NOT_TOLD,
    /** An event that is appended after an image is written before it, and forgotten. */
    IMAGE_OVERTAKEN,
    /** What an image stands for is kept, and read first. */
    IMAGE_APPENDED_ONLY,
    /** After an image positions count from 1. */
    IMAGE_COUNTS_ANEW,
    /** A closed log takes an image. */
    COMPACTED_AFTER_CLOSING
}
