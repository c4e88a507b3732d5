package io.github.foggara.kernel.remote.message;

import java.util.List;

/**
 * A TaskManager offers itself, on a new connection. Who it is, and which version it runs, the connection's handshake has told.
 *
 * @param number how many registrations this life of the container has sent, this one included: a late one gives way to a newer
 * @param slots how many it has, from 1
 * @param memory its bulk memory, in bytes, from 0
 * @param session which one it wants to go on with, 0 for none
 * @param received how many messages of that session have come here
 * @param running what was ordered in a former session and has not ended; empty if a session is to go on
 * @param hanging what counts as ended but holds its slot, because its thread does not end; empty if a session is to go on
 */
public record Registration(
        long number,
        int slots,
        long memory,
        long session,
        long received,
        List<RunningAttempts> running,
        List<RunningAttempts> hanging) {
    /** More slots than any machine has cores. */
    public static final int MAX_SLOTS = 65_536;

    public Registration {
        if (number < 1) {
            throw new IllegalArgumentException("The registrations of a TaskManager count from 1, not " + number);
        }
        if (slots < 1 || slots > MAX_SLOTS) {
            throw new IllegalArgumentException("A TaskManager has from 1 to " + MAX_SLOTS + " slots, not " + slots);
        }
        if (memory < 0) {
            throw new IllegalArgumentException("A TaskManager cannot have " + memory + " bytes of bulk memory");
        }
        if (received < 0) {
            throw new IllegalArgumentException("A TaskManager cannot have received " + received + " messages");
        }
        running = RunningAttempts.checked(running);
        hanging = RunningAttempts.checked(hanging);
    }

    /**
     * The answer.
     *
     * @param session that goes on or begins
     * @param resumed whether it is the one that was wanted; if not, whatever the TaskManager held is unwanted
     * @param received how many messages of it have come to the other side
     */
    public record Accepted(long session, boolean resumed, long received) {
        public Accepted {
            if (received < 0) {
                throw new IllegalArgumentException("A JobMaster cannot have received " + received + " messages");
            }
        }
    }
}
