package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.function.KeyedProcessFunction;
import io.github.foggara.api.graph.OperatorSpec.KeyedProcessSpec;
import io.github.foggara.api.state.KeyedStateBackend;

/** Template, for process functions behind a keyed edge. */
final class KeyedProcessLink extends Link {
    private final KeySelector<Object, Object> selector;
    private final KeyedProcessFunction<Object, Object, Object> function;
    private final Link next;
    private final CurrentKey current = new CurrentKey();
    /** Null if the function asked for no state. */
    private KeyedStateBackend keyed;

    @SuppressWarnings("unchecked")
    KeyedProcessLink(LinkSetup setup) {
        super(setup);
        KeyedProcessSpec spec = (KeyedProcessSpec) setup.spec();
        selector = (KeySelector<Object, Object>) spec.key();
        function = (KeyedProcessFunction<Object, Object, Object>) spec.function();
        next = setup.next();
    }

    @Override
    protected void doOpen() throws Exception {
        super.doOpen();
        keyed = context().state().keyedIfThere();
    }

    @Override
    public void collect(Object record) {
        try {
            Object key = selector.key(record);
            if (key == null) {
                throw nullResult("key selector");
            }
            current.set(key);
            if (keyed != null) {
                keyed.currentKey(key);
            }
            function.process(record, current, next);
        } catch (Throwable t) {
            throw failure(t);
        }
    }

    private void noKey() {
        current.set(null);
        if (keyed != null) {
            keyed.noKey();
        }
    }

    @Override
    public void endInput(int input) {
        try {
            noKey();
            function.endInput(next);
        } catch (Throwable t) {
            throw failure(t);
        }
    }

    @Override
    public void finish() {
        try {
            noKey();
            function.finish(next);
        } catch (Throwable t) {
            throw failure(t);
        }
    }
}
