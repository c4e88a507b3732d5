package io.github.foggara.api.state;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Purpose: state that is too much to be written anew at each checkpoint: segments of bytes that never change once they are there, and a
 * small head that says what they are. The operator keeps it; each segment is written once, and later checkpoints point at it. Thread:
 * task.
 */
@ConsumerType
public interface SegmentedState {
    /** At a barrier: what there is now. Must not block, nor copy more than a little. One is open at a time. */
    SegmentedSnapshot snapshot();

    /** How it is spread after a restart. */
    enum Scope {
        /**
         * To the subtask of the same index. Another parallelism is refused, naming the operator, unless {@code
         * execution.state-recovery.redistribute-partitions=true}: then former subtask i goes to subtask i modulo the new parallelism.
         */
        SUBTASK,
        /** To every subtask that has some of the former one's key groups; it takes out what is its own. */
        KEY_GROUPS
    }
}
