package io.github.foggara.window;

import io.github.foggara.api.function.Collector;

/** Takes what a function emits, as long as the function is called. Task thread. */
final class FunctionOutput implements Collector<Object> {
    private final String operator;
    private final Target target;
    private final CallFailure failure;
    private boolean over;

    /** Where it goes. */
    @FunctionalInterface
    interface Target {
        void emit(Object record) throws Exception;
    }

    /**
     * @param failure of the same call
     */
    FunctionOutput(String operator, Target target, CallFailure failure) {
        this.operator = operator;
        this.target = target;
        this.failure = failure;
    }

    @Override
    public void collect(Object record) {
        if (over) {
            throw new IllegalStateException("The mapPartition function of operator '" + operator
                    + "' emitted a record after it had returned: use the collector during the call");
        }
        failure.check();
        if (record == null) {
            throw failure.of(new NullPointerException("The mapPartition function of operator '" + operator
                    + "' emitted null; records are never null: leave it out"));
        }
        try {
            target.emit(record);
        } catch (Throwable t) {
            throw failure.of(t);
        }
    }

    /** The function has returned. */
    void end() {
        over = true;
    }
}
