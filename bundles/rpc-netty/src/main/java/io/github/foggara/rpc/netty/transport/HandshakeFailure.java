package io.github.foggara.rpc.netty.transport;

/** Why one side does not accept the other. The message is for the peer, who may be a stranger. */
final class HandshakeFailure extends Exception {
    private static final long serialVersionUID = 1L;

    private final String here;

    /** Words that both sides may read. */
    HandshakeFailure(String message) {
        this(message, message);
    }

    /**
     * @param here words for this side's log
     */
    HandshakeFailure(String message, String here) {
        super(message);
        this.here = here;
    }

    String here() {
        return here;
    }
}
