package io.github.foggara.testkit.checkpoint;

/** What can be wrong with a storage; the contract must find each. */
enum StorageBug {
    /** A byte is changed in a part. */
    BYTE_CHANGED,
    /** Checksums are not looked at. */
    CHECKSUM_IGNORED,
    /** Nothing stays in a handle. */
    NOTHING_INLINE,
    /** Parts stay without force. */
    VISIBLE_BEFORE_FORCE,
    /** Any name will do. */
    ANY_NAME,
    /** The list is the wrong way round. */
    LISTED_BACKWARDS,
    /** What is incomplete is listed too: the newest complete one is doubled. */
    LISTED_TWICE,
    /** Another checkpoint is loaded. */
    LOADS_ANOTHER,
    /** Nothing is discarded. */
    DISCARD_IGNORED,
    /** Discarding takes all that is complete. */
    DISCARDS_ALL,
    /** Discarding fails the second time. */
    DISCARDS_ONCE,
    /** Savepoints go as well. */
    SAVEPOINT_GOES,
    /** Sweeping does nothing. */
    SWEEP_IGNORED,
    /** Sweeping takes all that is incomplete. */
    SWEEPS_ALL,
    /** Damage is an exception like any other. */
    DAMAGE_UNTYPED,
    /** What passes is told as damage. */
    TROUBLE_IS_DAMAGE,
    /** What cannot be listed for now is left out. */
    TROUBLE_SKIPPED,
    /** Damaged ones are left out silently. */
    DAMAGE_NOT_TOLD,
    /** What is not shared is said to be. */
    ALL_IS_SHARED,
    /** What is shared is said not to be. */
    NOTHING_IS_SHARED,
    /** Shared files go with the checkpoint they were written for. */
    DISCARD_TAKES_SHARED,
    /** Shared files stay. */
    COLLECTS_NOTHING,
    /** Shared files go that are pointed at. */
    COLLECTS_WHAT_IS_NEEDED,
    /** What is stored counts as recorded. */
    COLLECTS_UP_TO_THE_NEWEST,
    /** Whether the newest one is there is not looked at. */
    COLLECTS_WITHOUT_THE_NEWEST,
    /** A damaged one points at nothing. */
    COLLECTS_OF_DAMAGED,
    /** That it could not be done is not told. */
    COLLECTION_NOT_TOLD,
    /** Sweeping takes shared files that are pointed at. */
    SWEEP_TAKES_SHARED,
    /** What is left of a run that is over stays. */
    RELEASE_IGNORED,
    /** All runs share one storage. */
    RUNS_MIXED
}
