package io.github.foggara.testkit.failover;

/** What can be wrong with a back-off strategy; the contract must find each. */
enum BackoffBug {
    /** Restarts are counted in a field. */
    COUNTS_BY_ITSELF,
    /** The time is taken from the machine. */
    READS_THE_CLOCK,
    /** The jitter comes from somewhere else than the seed. */
    OWN_RANDOMNESS,
    /** The jitter can make the delay negative. */
    NEGATIVE_DELAY,
    /** The delay grows without end. */
    ENDLESS_DELAY,
    /** An unrecoverable failure restarts the job. */
    TRIES_THE_HOPELESS,
    /** An unrecoverable failure is seen only if it is the first of its incident. */
    FIRST_FAILURE_ONLY,
    /** It gives up without a word about why. */
    SILENT,
    /** A failure of the future is not expected. */
    CLOCK_SET_BACK_FAILS,
    /** A run without history is too little for it. */
    EMPTY_HISTORY_FAILS,
    /** Whether it gives up depends on the seed. */
    GAMBLES
}
