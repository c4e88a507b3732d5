package io.github.foggara.kernel.taskexecutor.mailbox;

/**
 * Unwinds user code that waits for a record of a job which stops to be resumed. An error, so that {@code catch (Exception e)} does not
 * swallow it; if it is swallowed, nothing is lost, since the input knows how it ended.
 */
public final class TaskStoppedError extends Error {
    private static final long serialVersionUID = 1L;
    private static final int DEEPEST = 64;

    public TaskStoppedError() {
        super("The job stops to be resumed", null, false, false);
    }

    /** Whether it is what user code throws, or has wrapped. */
    public static boolean isBehind(Throwable thrown) {
        Throwable cause = thrown;
        for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
            if (cause instanceof TaskStoppedError) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }
}
