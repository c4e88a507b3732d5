package io.github.foggara.api.client;

/**
 * State of a run as users see it.
 *
 * <pre>
 * INITIALIZING --.------------> RUNNING -> FINISHED
 *      |         |                ^ |
 *      |         `-> SUSPENDED <--' |
 *      |             RESTARTING <--'|   (from and to SUSPENDED as well)
 *      |                |           |
 *      `--------.-------+-----------'
 *               |-> FAILING    -> FAILED
 *               |-> CANCELLING -> CANCELED
 *               `-> FAILED, CANCELED   at once, from INITIALIZING and SUSPENDED, if nothing is to be ended
 * </pre>
 */
public enum JobStatus {
    /** Accepted; its graph is being built. */
    INITIALIZING,
    /** Waits for a plugin, a program or a connector, which the cause names; goes on by itself when it comes. */
    SUSPENDED,
    RUNNING,
    /** Failed as a whole and runs again after a delay. */
    RESTARTING,
    FAILING,
    CANCELLING,
    FINISHED,
    FAILED,
    CANCELED;

    /** Whether the run is over; it starts again only on a changed configuration or an order to start. */
    public boolean terminal() {
        return this == FINISHED || this == FAILED || this == CANCELED;
    }
}
