package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.function.MapFunction;
import io.github.foggara.api.graph.OperatorSpec.MapSpec;

/** Template. */
final class MapLink extends Link {
    private final MapFunction<Object, Object> function;
    private final Link next;

    @SuppressWarnings("unchecked")
    MapLink(LinkSetup setup) {
        super(setup);
        function = (MapFunction<Object, Object>) ((MapSpec) setup.spec()).function();
        next = setup.next();
    }

    @Override
    public void collect(Object input) {
        try {
            Object output = function.map(input);
            if (output == null) {
                throw nullResult("map function");
            }
            next.collect(output);
        } catch (Throwable t) {
            throw failure(t);
        }
    }
}
