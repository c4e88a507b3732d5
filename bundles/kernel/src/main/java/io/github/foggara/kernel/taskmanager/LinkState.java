package io.github.foggara.kernel.taskmanager;

import java.util.EnumSet;
import java.util.Set;

/**
 * How a TaskManager stands with its JobMaster.
 *
 * <pre>
 * SEEKING -&gt; REGISTERED &lt;-&gt; AWAY
 *    ^           |            |
 *    `-----------+------------'
 *
 * from each of them: -&gt; STOPPING -&gt; CLOSED
 * </pre>
 */
enum LinkState {
    /** It has no session and tries to begin one; what was ordered in a former one is ending. */
    SEEKING,
    /** Its session has a connection. */
    REGISTERED,
    /** The connection of its session is broken; it tries to come back. */
    AWAY,
    /** Everything that runs is ending, and then the session is ended. */
    STOPPING,
    CLOSED;

    boolean mayBecome(LinkState next) {
        Set<LinkState> allowed = switch (this) {
            case SEEKING -> EnumSet.of(REGISTERED, STOPPING);
            case REGISTERED -> EnumSet.of(AWAY, SEEKING, STOPPING);
            case AWAY -> EnumSet.of(REGISTERED, SEEKING, STOPPING);
            case STOPPING -> EnumSet.of(CLOSED);
            case CLOSED -> EnumSet.noneOf(LinkState.class);
        };
        return allowed.contains(next);
    }
}
