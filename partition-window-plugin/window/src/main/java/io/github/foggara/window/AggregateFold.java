package io.github.foggara.window;

import io.github.foggara.api.function.AggregateFunction;
import io.github.foggara.api.function.Collector;

/** Begins with the function's own accumulator; every partition has a result. */
final class AggregateFold extends Fold {
    private final AggregateFunction<Object, Object, Object> function;

    AggregateFold(AggregateFunction<Object, Object, Object> function, String operator) {
        super(words("aggregate", function, operator));
        this.function = function;
    }

    @Override
    void begin() {
        seed(checked(function.createAccumulator(), "createAccumulator"));
    }

    /** What {@code add} returns counts; whether that is the object it was given does not matter. */
    @Override
    void add(Object record) throws Exception {
        seed(checked(function.add(record, accumulator()), "add"));
    }

    @Override
    void end(Collector<Object> out) throws Exception {
        Object result = checked(function.result(accumulator()), "result");
        clear();
        out.collect(result);
    }

    @Override
    void merge(Object other) throws Exception {
        seed(checked(function.merge(accumulator(), other), "merge"));
    }
}
