package io.github.foggara.kernel.taskexecutor.chain;

/**
 * Carries an exception to the top of the task together with the operator it came from. Wrapped once, by the innermost
 * link. An error, so that user code around {@code out.collect} does not catch what is not its own by accident.
 */
public final class OperatorFailure extends Error {
    private static final long serialVersionUID = 1L;
    private final String operator;
    private final boolean userCode;

    OperatorFailure(String operator, boolean userCode, Throwable cause) {
        super(operator, cause, false, false);
        this.operator = operator;
        this.userCode = userCode;
    }

    /** Name of the operator whose code threw. */
    public String operator() {
        return operator;
    }

    /** Whether user code threw, or the engine on its way. */
    public boolean userCode() {
        return userCode;
    }
}
