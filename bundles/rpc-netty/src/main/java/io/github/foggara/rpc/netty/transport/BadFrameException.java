package io.github.foggara.rpc.netty.transport;

import io.netty.handler.codec.DecoderException;

/** Bytes that are no frame, or one that is too long. The message holds none of them but the length. */
final class BadFrameException extends DecoderException {
    private static final long serialVersionUID = 1L;

    BadFrameException(String message) {
        super(message);
    }
}
