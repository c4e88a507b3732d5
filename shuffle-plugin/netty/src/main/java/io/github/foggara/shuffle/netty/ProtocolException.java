package io.github.foggara.shuffle.netty;

/** The other side sent what nobody sends who keeps to {@link Wire}: nothing more is believed of that connection. */
final class ProtocolException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ProtocolException(String message) {
        super(message, null, false, false);
    }
}
