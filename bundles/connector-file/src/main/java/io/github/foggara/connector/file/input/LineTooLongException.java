package io.github.foggara.connector.file.input;

import java.io.IOException;

/** A line is longer than the source allows. */
final class LineTooLongException extends IOException {
    private static final long serialVersionUID = 1L;

    LineTooLongException(String path, long offset, int limit) {
        super("A line of '" + path + "' that begins at byte " + offset + " is longer than " + limit
                + " bytes. If that is right, raise the limit with maxLineLength(bytes) at the source.");
    }
}
