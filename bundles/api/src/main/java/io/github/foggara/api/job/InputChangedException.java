package io.github.foggara.api.job;

import java.io.IOException;

/**
 * What is read is not what the job began with: it was changed or replaced. The message names it and says what to do. Another attempt meets
 * the same, and what others have read of it does not fit any more: so the failure counts as unrecoverable, and only a new run of the job
 * helps.
 */
public class InputChangedException extends IOException {
    private static final long serialVersionUID = 1L;

    public InputChangedException(String message) {
        super(message);
    }
}
