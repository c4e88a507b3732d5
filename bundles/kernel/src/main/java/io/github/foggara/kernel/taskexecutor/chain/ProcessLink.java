package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.function.ProcessFunction;
import io.github.foggara.api.graph.OperatorSpec.ProcessSpec;

/** Template, for process functions without a keyed edge before them. */
final class ProcessLink extends Link {
    private final ProcessFunction<Object, Object> function;
    private final Link next;

    @SuppressWarnings("unchecked")
    ProcessLink(LinkSetup setup) {
        super(setup);
        function = (ProcessFunction<Object, Object>) ((ProcessSpec) setup.spec()).function();
        next = setup.next();
    }

    @Override
    public void collect(Object input) {
        try {
            function.process(input, next);
        } catch (Throwable t) {
            throw failure(t);
        }
    }

    @Override
    public void endInput(int input) {
        try {
            function.endInput(next);
        } catch (Throwable t) {
            throw failure(t);
        }
    }

    @Override
    public void finish() {
        try {
            function.finish(next);
        } catch (Throwable t) {
            throw failure(t);
        }
    }
}
