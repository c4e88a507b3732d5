package io.github.foggara.api.state;

import java.util.Objects;

/**
 * Names a {@link ValueState}.
 *
 * @param name unique in the operator; state is found by it after a restart
 * @param type of the value; a registered or built-in type of the job
 */
public record ValueStateDescriptor<T>(String name, Class<T> type) implements StateDescriptor {
    public ValueStateDescriptor {
        StateDescriptor.check(name);
        Objects.requireNonNull(type, "type");
    }
}
