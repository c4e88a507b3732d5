package io.github.foggara.connector.file.input;

import java.io.IOException;

/** Lines of a followed file that were to be read are not there any more. */
final class LostContentException extends IOException {
    private static final long serialVersionUID = 1L;

    LostContentException(String message) {
        super(message);
    }
}
