package io.github.foggara.testkit.checkpoint;

/** What can be wrong with a coordinator; the contract must find each. */
enum CoordinatorBug {
    /** Sources are asked before the id is durable. */
    ID_NOT_DURABLE,
    /** Barriers go before the enumerators gave their state. */
    ENUMERATORS_FORGOTTEN,
    /** One answer is enough. */
    ONE_ANSWER_IS_ENOUGH,
    /** An attempt answers for the one that replaced it. */
    STALE_ANSWER_COUNTS,
    /** A decline by an attempt that was replaced counts. */
    STALE_DECLINE_COUNTS,
    /** Older ones go before the newer is recorded. */
    NOT_RECORDED,
    /** Older ones stay. */
    NOTHING_DISCARDED,
    /** What only older ones pointed at stays. */
    SHARED_STAYS,
    /** Shared files go that are pointed at. */
    SHARED_GOES,
    /** That one is deleted is not told. */
    DISCARD_NOT_TOLD,
    /** A savepoint is one of the engine's. */
    SAVEPOINT_IS_ORDINARY,
    /** A fence gives nothing up. */
    FENCE_LEAVES_ALL,
    /** A fence forgets the newest id. */
    FLOOR_TOO_LOW,
    /** What was given up is not told. */
    ABORT_NOT_TOLD,
    /** Files of late answers stay. */
    LATE_FILES_STAY,
    /** What is not recorded stays under way. */
    REFUSAL_IGNORED,
    /** No timeout. */
    NEVER_EXPIRES,
    /** Other options are not looked at. */
    RECONFIGURE_IGNORED,
    /** A decline is nothing. */
    DECLINE_IGNORED,
    /** All failures are tolerated. */
    TOLERATES_ALL,
    /** Every decline is a failure. */
    EVERY_DECLINE_COUNTS,
    /** Tasks count as running. */
    ALL_RUN,
    /** Ids begin anew. */
    IDS_BEGIN_ANEW,
    /** Who asked is not told. */
    ANSWER_FORGOTTEN,
    /** The end is nothing. */
    CLOSE_IGNORED,
    /** What is complete goes at the end, though that is not recorded yet. */
    CLOSE_DISCARDS
}
