package io.github.foggara.testkit.checkpoint;

/** What can be wrong with a barrier handler; the contract must find each. */
enum BarrierBug {
    /** Nothing is ever blocked. */
    NEVER_BLOCKS,
    /** What is blocked stays so. */
    NEVER_RESUMES,
    /** A void barrier does not resume its channel. */
    VOID_NOT_RESUMED,
    /** The floor is not looked at. */
    FLOOR_FORGOTTEN,
    /** The end of a channel is nothing. */
    END_IGNORED,
    /** A channel that ends stands for another one as well. */
    END_COUNTS_TWICE,
    /** Cancel markers are nothing. */
    CANCEL_IGNORED,
    /** A cancel marker is told each time. */
    CANCEL_TOLD_AGAIN,
    /** What was given up goes on. */
    ABORT_IGNORED,
    /** What was given up takes a newer one with it. */
    ABORT_TAKES_ALL,
    /** A trigger is nothing. */
    TRIGGER_IGNORED,
    /** A trigger waits for nothing. */
    TRIGGER_AT_ONCE,
    /** Every barrier counts as aligned. */
    LOOSE_BLOCKS,
    /** No barrier counts as aligned. */
    ALIGNED_IS_LOOSE,
    /** That a newer barrier ended it is not told. */
    SUBSUMED_NOT_TOLD,
    /** Alignment takes no time. */
    TIME_FORGOTTEN,
    /** A closed handler goes on. */
    CLOSE_IGNORED
}
