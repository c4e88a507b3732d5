package io.github.foggara.api.job;

import java.io.IOException;

/**
 * What was read is not what the job expects; the message names where it stands, what is wrong, and what to do. The data
 * is wrong and not the disk: so the failure counts as one of user code, though it is an {@link IOException}.
 */
public class BadRecordException extends IOException {
    private static final long serialVersionUID = 1L;

    public BadRecordException(String message) {
        super(message);
    }
}
