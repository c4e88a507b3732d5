package io.github.foggara.kernel.taskexecutor.mailbox;

/** Unwinds a cancelled task. An error, so that {@code catch (Exception e)} in user code does not swallow it. */
public final class TaskCanceledError extends Error {
    private static final long serialVersionUID = 1L;

    public TaskCanceledError() {
        super("The task was cancelled", null, false, false);
    }
}
