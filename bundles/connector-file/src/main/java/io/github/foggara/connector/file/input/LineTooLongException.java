package io.github.foggara.connector.file.input;

import io.github.foggara.api.job.BadRecordException;

/** A line is longer than the source allows. */
final class LineTooLongException extends BadRecordException {
    private static final long serialVersionUID = 1L;

    LineTooLongException(String message) {
        super(message);
    }
}
