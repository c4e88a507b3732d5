package io.github.foggara.testkit.task;

/** The task was cancelled. No exception, so that user code does not catch it by chance. */
public final class CanceledError extends Error {
    private static final long serialVersionUID = 1L;

    CanceledError() {
        super("The task was cancelled", null, false, false);
    }
}
