package io.github.foggara.kernel.taskmanager;

import java.util.EnumSet;
import java.util.Set;

/**
 * How a TaskManager stands with its JobMaster.
 *
 * <pre>
 * SEEKING -&gt; REGISTERED &lt;-&gt; AWAY
 *    ^           |            |
 *    |           v            |
 *    `------- CLEARING &lt;------'
 *
 * from each of them: -&gt; CLOSED
 * </pre>
 */
enum LinkState {
    /** It has nothing to run, and tries to register. */
    SEEKING,
    /** Its session has a connection. */
    REGISTERED,
    /** The connection of its session is broken; it tries to come back. */
    AWAY,
    /** The session is over: what runs is cancelled, and only when it has ended the TaskManager offers itself again. */
    CLEARING,
    CLOSED;

    boolean mayBecome(LinkState next) {
        Set<LinkState> allowed = switch (this) {
            case SEEKING -> EnumSet.of(REGISTERED, CLOSED);
            case REGISTERED -> EnumSet.of(AWAY, CLEARING, CLOSED);
            case AWAY -> EnumSet.of(REGISTERED, CLEARING, CLOSED);
            case CLEARING -> EnumSet.of(SEEKING, CLOSED);
            case CLOSED -> EnumSet.noneOf(LinkState.class);
        };
        return allowed.contains(next);
    }
}
