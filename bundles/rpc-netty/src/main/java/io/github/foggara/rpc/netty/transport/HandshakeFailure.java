package io.github.foggara.rpc.netty.transport;

/** Why one side does not accept the other, in words that both may read. */
final class HandshakeFailure extends Exception {
    private static final long serialVersionUID = 1L;

    HandshakeFailure(String message) {
        super(message);
    }
}
