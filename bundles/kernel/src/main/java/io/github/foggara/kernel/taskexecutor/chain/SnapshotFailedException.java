package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.kernel.program.FailureTrace;

/** An operator gave no snapshot; the task goes on without this checkpoint. Holds words only, no object of user code. */
public final class SnapshotFailedException extends Exception {
    private static final long serialVersionUID = 1L;

    SnapshotFailedException(String operator, Throwable cause) {
        super("Operator '" + operator + "' gave no snapshot: "
                + FailureTrace.of(cause).lines().findFirst().orElse(""));
    }
}
