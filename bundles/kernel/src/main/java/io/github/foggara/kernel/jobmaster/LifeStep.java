package io.github.foggara.kernel.jobmaster;

import java.util.EnumSet;
import java.util.Set;

/**
 * How far one life of a job is.
 *
 * <pre>
 * BEGINNING -> REPLAYING -> PREPARING -> OPENING -> RUNNING -> SEALING -> RECORDING -> COMMITTING
 *     |            |          ^  | |        |          |          |           |        ^    |
 *     `------------|----------'  | `--------|----------|----------|-----------|--------'    |
 *     a commit     |             |          |          |          |           |             |
 *     that goes on |             |          |          |          |           |             |
 *                  `-------------+-----.----+----------'          `-----------+------.------'
 *                                      v                                             v
 *      (BEGINNING too)          STOPPING_TASKS ---------------------------------> CLOSING
 *                                                                                    |
 *                                             OVER <- CLOSING_LOG <- RELEASING <-----'
 * </pre>
 */
enum LifeStep {
    /** Its attempt number is being recorded. */
    BEGINNING,
    /** The event log is being opened and replayed. */
    REPLAYING,
    /** The graph is being defined and planned. */
    PREPARING,
    /** Enumerators and committers are being opened; what executors still run of earlier lives ends. */
    OPENING,
    /** Tasks are deployed. */
    RUNNING,
    /** Every task has finished; committers make sure that nothing of their output is lost: first phase of the commit. */
    SEALING,
    /** Every task has finished; the decision to publish is being recorded. */
    RECORDING,
    /** Output is being published. */
    COMMITTING,
    /** Tasks are cancelled, all of them are waited for. */
    STOPPING_TASKS,
    /** Coordinators close, unpublished output is removed. */
    CLOSING,
    /** Executors let go of the job. */
    RELEASING,
    /** The event log is written to its end. */
    CLOSING_LOG,
    /** Partitions and plugins have been let go. */
    OVER;

    boolean mayBecome(LifeStep next) {
        Set<LifeStep> allowed = switch (this) {
            case BEGINNING -> EnumSet.of(REPLAYING, PREPARING, STOPPING_TASKS);
            case REPLAYING -> EnumSet.of(PREPARING, STOPPING_TASKS);
            case PREPARING -> EnumSet.of(OPENING, COMMITTING, STOPPING_TASKS);
            case OPENING -> EnumSet.of(RUNNING, STOPPING_TASKS);
            case RUNNING -> EnumSet.of(SEALING, STOPPING_TASKS);
            case SEALING -> EnumSet.of(RECORDING, CLOSING);
            case RECORDING -> EnumSet.of(COMMITTING, CLOSING);
            case COMMITTING, STOPPING_TASKS -> EnumSet.of(CLOSING);
            case CLOSING -> EnumSet.of(RELEASING);
            case RELEASING -> EnumSet.of(CLOSING_LOG);
            case CLOSING_LOG -> EnumSet.of(OVER);
            case OVER -> EnumSet.noneOf(LifeStep.class);
        };
        return allowed.contains(next);
    }

    /** No task runs any more and the life leads to its commit, unless that fails. */
    boolean publishing() {
        return this == SEALING || inDoubt();
    }

    /** The decision to publish may be on disk: whoever ends the life now does not know whether output is published. */
    boolean inDoubt() {
        return this == RECORDING || this == COMMITTING;
    }

    boolean ending() {
        return ordinal() >= STOPPING_TASKS.ordinal();
    }
}
