package io.github.foggara.state.heap;

import io.github.foggara.api.state.BroadcastState;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A map that all subtasks keep alike. Task thread. */
final class HeapBroadcastState<K, V> implements BroadcastState<K, V>, OperatorState.Content {
    private final Keeping<K> keys;
    private final Keeping<V> values;
    private final Map<K, V> map = new HashMap<>();

    HeapBroadcastState(Keeping<K> keys, Keeping<V> values) {
        this.keys = keys;
        this.values = values;
    }

    @Override
    public V get(K key) {
        return map.get(key);
    }

    @Override
    public void put(K key, V value) {
        map.put(map.containsKey(key) ? key : keys.own(key), values.own(value));
    }

    @Override
    public void remove(K key) {
        map.remove(key);
    }

    @Override
    public boolean contains(K key) {
        return map.containsKey(key);
    }

    @Override
    public Iterable<Map.Entry<K, V>> entries() {
        return Collections.unmodifiableMap(map).entrySet();
    }

    @Override
    public void clear() {
        map.clear();
    }

    @Override
    public List<byte[]> encode() {
        if (map.isEmpty()) {
            return List.of();
        }
        RecordOutput out = new RecordOutput(64);
        out.writeVarLong(map.size());
        map.forEach((key, value) -> {
            keys.codec().encode(key, out);
            values.codec().encode(value, out);
        });
        return List.of(out.toByteArray());
    }

    @Override
    @SuppressWarnings("unchecked")
    public void restore(RecordInput in, List<RecordCodec<Object>> codecs) {
        StateKind.decodeMap(in, codecs, (Map<Object, Object>) (Map<?, ?>) map);
    }
}
