package io.github.foggara.kernel.taskexecutor.chain;

/** Runs all of several steps and keeps the first failure, with the later ones suppressed in it. */
public final class Closing {
    /** One step. */
    @FunctionalInterface
    public interface Step {
        void run() throws Exception;
    }

    private Throwable first;

    /** Runs the step now. */
    public void run(Step step) {
        try {
            step.run();
        } catch (Throwable t) {
            add(t);
        }
    }

    public void add(Throwable t) {
        if (first == null) {
            first = t;
        } else if (cause(t) != cause(first)) {
            cause(first).addSuppressed(cause(t));
        }
    }

    /** What an operator threw, without the engine's wrapping. */
    public static Throwable cause(Throwable t) {
        return t instanceof OperatorFailure failure ? failure.getCause() : t;
    }

    /** The first failure, or null. */
    public Throwable failure() {
        return first;
    }

    public void rethrow() throws Exception {
        if (first instanceof Error error) {
            throw error;
        }
        if (first instanceof Exception exception) {
            throw exception;
        }
    }
}
