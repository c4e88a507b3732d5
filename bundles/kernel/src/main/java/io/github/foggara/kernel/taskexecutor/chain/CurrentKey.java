package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.function.KeyedProcessFunction;

/** The key of the record that a keyed function is processing. Task thread. */
final class CurrentKey implements KeyedProcessFunction.Context<Object> {
    private Object key;

    void set(Object current) {
        key = current;
    }

    @Override
    public Object currentKey() {
        return key;
    }
}
