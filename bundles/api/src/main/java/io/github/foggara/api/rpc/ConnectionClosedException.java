package io.github.foggara.api.rpc;

/** The connection ended before there was an answer; the message says why. */
public final class ConnectionClosedException extends RpcException {
    private static final long serialVersionUID = 1L;

    public ConnectionClosedException(String message) {
        super(message);
    }
}
