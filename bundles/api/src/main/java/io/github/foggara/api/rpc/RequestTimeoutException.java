package io.github.foggara.api.rpc;

/** No answer came inside the deadline; the peer may have acted, or may still act. */
public final class RequestTimeoutException extends RpcException {
    private static final long serialVersionUID = 1L;

    public RequestTimeoutException(String message) {
        super(message);
    }
}
