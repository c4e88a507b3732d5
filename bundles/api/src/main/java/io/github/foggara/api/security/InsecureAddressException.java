package io.github.foggara.api.security;

import java.io.IOException;

/** An address is not used because whoever can read along would see everything; the message says what to configure. */
public final class InsecureAddressException extends IOException {
    private static final long serialVersionUID = 1L;

    public InsecureAddressException(String message) {
        super(message);
    }
}
