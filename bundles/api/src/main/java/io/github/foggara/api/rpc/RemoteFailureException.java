package io.github.foggara.api.rpc;

/** The peer could not answer a request; the message is the peer's, so untrusted. */
public final class RemoteFailureException extends RpcException {
    private static final long serialVersionUID = 1L;

    public RemoteFailureException(String message) {
        super(message);
    }
}
