package io.github.foggara.api.state;

import io.github.foggara.api.function.ReduceFunction;
import java.util.Objects;

/**
 * Names a {@link ReducingState}.
 *
 * @param name unique in the operator; state is found by it after a restart
 * @param function combines what is there with what is added; called on the task thread
 * @param type of the value; a registered or built-in type of the job
 */
public record ReducingStateDescriptor<T>(String name, ReduceFunction<T> function, Class<T> type)
        implements StateDescriptor {
    public ReducingStateDescriptor {
        StateDescriptor.check(name);
        Objects.requireNonNull(function, "function");
        Objects.requireNonNull(type, "type");
    }
}
