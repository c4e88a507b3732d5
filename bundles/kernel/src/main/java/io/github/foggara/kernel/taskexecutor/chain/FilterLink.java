package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.function.FilterFunction;
import io.github.foggara.api.graph.OperatorSpec.FilterSpec;

/** Template. */
final class FilterLink extends Link {
    private final FilterFunction<Object> function;
    private final Link next;

    @SuppressWarnings("unchecked")
    FilterLink(LinkSetup setup) {
        super(setup);
        function = (FilterFunction<Object>) ((FilterSpec) setup.spec()).function();
        next = setup.next();
    }

    @Override
    public void collect(Object input) {
        try {
            if (function.filter(input)) {
                next.collect(input);
            }
        } catch (Throwable t) {
            throw failure(t);
        }
    }
}
