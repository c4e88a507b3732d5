package io.github.foggara.api.rpc;

/** One side did not accept the other: another cluster, version, secret, or a certificate that nobody trusted vouches for. */
public final class HandshakeRefusedException extends RpcException {
    private static final long serialVersionUID = 1L;

    public HandshakeRefusedException(String message) {
        super(message);
    }
}
