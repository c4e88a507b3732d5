package io.github.foggara.api.state;

/** What a checkpoint holds does not fit the program of now. The message names state, component, old and new, and what to do. */
public final class IncompatibleStateException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public IncompatibleStateException(String message) {
        super(message);
    }
}
