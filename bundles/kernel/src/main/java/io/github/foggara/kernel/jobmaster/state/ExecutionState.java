package io.github.foggara.kernel.jobmaster.state;

import java.util.EnumSet;
import java.util.Set;

/**
 * State of one attempt of one subtask, as far as the JobMaster knows.
 *
 * <pre>
 * CREATED -> DEPLOYING -> RUNNING -> FINISHED
 *    |        |  |  |      |   |
 *    |        |  |  `------|---|--> FINISHED
 *    |        |  `---------+---|--> FAILED
 *    |        `-------.--------'     ^
 *    |                v              |
 *    |             CANCELING --------+--> CANCELED, FINISHED, QUARANTINED
 *    `--------------------------------> CANCELED
 * </pre>
 */
public enum ExecutionState {
    CREATED,
    DEPLOYING,
    RUNNING,
    CANCELING,
    FINISHED,
    FAILED,
    CANCELED,
    /** Its user code does not return; it counts as ended. */
    QUARANTINED;

    public boolean ended() {
        return ordinal() >= FINISHED.ordinal();
    }

    boolean mayBecome(ExecutionState next) {
        Set<ExecutionState> allowed = switch (this) {
            case CREATED -> EnumSet.of(DEPLOYING, CANCELED);
            case DEPLOYING -> EnumSet.of(RUNNING, CANCELING, FINISHED, FAILED, CANCELED, QUARANTINED);
            case RUNNING -> EnumSet.of(CANCELING, FINISHED, FAILED, CANCELED, QUARANTINED);
            case CANCELING -> EnumSet.of(FINISHED, FAILED, CANCELED, QUARANTINED);
            case FINISHED, FAILED, CANCELED, QUARANTINED -> EnumSet.noneOf(ExecutionState.class);
        };
        return allowed.contains(next);
    }
}
