package io.github.foggara.kernel.remote.message;

import java.util.List;

/**
 * A TaskManager ends a session on purpose: it need not be waited for. The last thing it says on a connection.
 *
 * @param session its id
 * @param running what runs still; all else that was ordered in the session has ended
 */
public record Deregistration(long session, List<RunningAttempts> running) {
    public Deregistration {
        running = RunningAttempts.checked(running);
    }
}
