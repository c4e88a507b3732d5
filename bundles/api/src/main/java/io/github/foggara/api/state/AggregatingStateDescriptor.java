package io.github.foggara.api.state;

import io.github.foggara.api.function.AggregateFunction;
import java.util.Objects;

/**
 * Names an {@link AggregatingState}.
 *
 * @param name unique in the operator; state is found by it after a restart
 * @param function called on the task thread
 * @param accumulatorType what is kept; a registered or built-in type of the job
 */
public record AggregatingStateDescriptor<I, A, O>(
        String name, AggregateFunction<I, A, O> function, Class<A> accumulatorType) implements StateDescriptor {
    public AggregatingStateDescriptor {
        StateDescriptor.check(name);
        Objects.requireNonNull(function, "function");
        Objects.requireNonNull(accumulatorType, "accumulatorType");
    }
}
