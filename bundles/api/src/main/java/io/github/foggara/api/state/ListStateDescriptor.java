package io.github.foggara.api.state;

import java.util.Objects;

/**
 * Names a {@link ListState}, per key or per subtask.
 *
 * @param name unique in the operator; state is found by it after a restart
 * @param type of the elements; a registered or built-in type of the job
 */
public record ListStateDescriptor<T>(String name, Class<T> type) implements StateDescriptor {
    public ListStateDescriptor {
        StateDescriptor.check(name);
        Objects.requireNonNull(type, "type");
    }
}
