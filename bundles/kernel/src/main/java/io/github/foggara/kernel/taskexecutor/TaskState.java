package io.github.foggara.kernel.taskexecutor;

/**
 * The life of a task.
 *
 * <pre>
 * DEPLOYING → INITIALIZING → RUNNING → END_OF_DATA → WAITING → CLOSING → FINISHED
 *     │            │            │           │           │         │
 *     └────────────┴────────────┴───────────┴───────────┴─────────┴──→ FAILED, CANCELED
 * </pre>
 */
enum TaskState {
    /** The program builds its graph. */
    DEPLOYING,
    /** Partitions, gate and chain are made, operators opened. */
    INITIALIZING,
    /** Records flow. */
    RUNNING,
    /** All input was read; operators finish. */
    END_OF_DATA,
    /** Consumers have not processed everything, producers have not closed yet, or a snapshot is still being written. */
    WAITING,
    /** Operators close. */
    CLOSING,
    FINISHED,
    FAILED,
    CANCELED;

    /** Whether its operators are open, or were and it has not ended. */
    boolean opened() {
        return this == RUNNING || this == END_OF_DATA || this == WAITING || this == CLOSING;
    }
}
