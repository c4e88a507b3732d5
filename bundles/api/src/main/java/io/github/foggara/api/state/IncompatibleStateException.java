package io.github.foggara.api.state;

/** What a checkpoint holds does not fit the program of now. The message names state, component, old and new, and what to do. */
public final class IncompatibleStateException extends RuntimeException {
    /** For messages: how to begin without the state of one operator. */
    public static final String TO_DROP_IT = "give the operator another uid and set"
            + " execution.state-recovery.ignore-unclaimed-state=true, which drops that state";

    private static final long serialVersionUID = 1L;

    public IncompatibleStateException(String message) {
        super(message);
    }
}
