package io.github.foggara.api.job;

/** The job cannot be built as written; the message names what is wrong, where, and what to do. Never retried. */
public class JobDefinitionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public JobDefinitionException(String message) {
        super(message);
    }

    public JobDefinitionException(String message, Throwable cause) {
        super(message, cause);
    }
}
