package io.github.foggara.api.state;

import java.util.Objects;

/**
 * Names a {@link MapState} or a {@link BroadcastState}.
 *
 * @param name unique in the operator; state is found by it after a restart
 * @param keyType of the map's keys; a registered or built-in type of the job
 * @param valueType of the map's values; a registered or built-in type of the job
 */
public record MapStateDescriptor<K, V>(String name, Class<K> keyType, Class<V> valueType) implements StateDescriptor {
    public MapStateDescriptor {
        StateDescriptor.check(name);
        Objects.requireNonNull(keyType, "keyType");
        Objects.requireNonNull(valueType, "valueType");
    }
}
