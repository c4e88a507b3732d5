package io.github.foggara.connector.file.input;

import java.io.IOException;

/** A line is longer than the source allows. */
final class LineTooLongException extends IOException {
    private static final long serialVersionUID = 1L;

    LineTooLongException(String message) {
        super(message);
    }
}
