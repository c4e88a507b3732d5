package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.function.FlatMapFunction;
import io.github.foggara.api.graph.OperatorSpec.FlatMapSpec;

/** Template. The next link is itself the collector, so an emitted record passes no adapter. */
final class FlatMapLink extends Link {
    private final FlatMapFunction<Object, Object> function;
    private final Link next;

    @SuppressWarnings("unchecked")
    FlatMapLink(LinkSetup setup) {
        super(setup);
        function = (FlatMapFunction<Object, Object>) ((FlatMapSpec) setup.spec()).function();
        next = setup.next();
    }

    @Override
    public void collect(Object input) {
        try {
            function.flatMap(input, next);
        } catch (Throwable t) {
            throw failure(t);
        }
    }
}
