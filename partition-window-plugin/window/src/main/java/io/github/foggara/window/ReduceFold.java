package io.github.foggara.window;

import io.github.foggara.api.function.Collector;
import io.github.foggara.api.function.ReduceFunction;

/** The first record is the seed; a partition without records has no result. */
final class ReduceFold extends Fold {
    private final ReduceFunction<Object> function;

    ReduceFold(ReduceFunction<Object> function, String operator) {
        super(words("reduce", function, operator));
        this.function = function;
    }

    @Override
    void begin() {
        clear();
    }

    @Override
    void add(Object record) throws Exception {
        seed(seeded() ? checked(function.reduce(accumulator(), record), "reduce") : record);
    }

    @Override
    void end(Collector<Object> out) {
        if (seeded()) {
            Object result = accumulator();
            clear();
            out.collect(result);
        }
    }

    @Override
    void merge(Object other) throws Exception {
        add(other);
    }
}
