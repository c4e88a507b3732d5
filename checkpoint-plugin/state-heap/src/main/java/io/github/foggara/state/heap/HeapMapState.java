package io.github.foggara.state.heap;

import io.github.foggara.api.state.MapState;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** One map per key; an empty one is none. */
final class HeapMapState<K, V> implements MapState<K, V> {
    private final StateTable table;
    private final Keeping<K> keys;
    private final Keeping<V> values;
    private final Pinning pinning;

    HeapMapState(StateTable table, Keeping<K> keys, Keeping<V> values, Pinning pinning) {
        this.table = table;
        this.keys = keys;
        this.values = values;
        this.pinning = pinning;
    }

    @Override
    @SuppressWarnings("unchecked")
    public V get(K key) {
        MapCell cell = cell();
        return cell == null ? null : (V) cell.entries().get(key);
    }

    @Override
    public void put(K key, V value) {
        V ownValue = values.own(value);
        MapCell cell = cell();
        // A key that is there stays the object it was.
        K ownKey = cell != null && cell.entries().containsKey(key) ? key : keys.own(key);
        if (cell == null) {
            cell = new MapCell(pinning.stamp());
            table.put(cell);
        } else {
            cell = toChange(cell);
        }
        cell.entries().put(ownKey, ownValue);
    }

    @Override
    public void remove(K key) {
        MapCell cell = cell();
        if (cell != null && cell.entries().containsKey(key)) {
            if (cell.entries().size() == 1) {
                table.remove();
            } else {
                toChange(cell).entries().remove(key);
            }
        }
    }

    @Override
    public boolean contains(K key) {
        MapCell cell = cell();
        return cell != null && cell.entries().containsKey(key);
    }

    @Override
    public boolean isEmpty() {
        return cell() == null;
    }

    @Override
    @SuppressWarnings("unchecked")
    public Iterable<Map.Entry<K, V>> entries() {
        MapCell cell = cell();
        return cell == null
                ? List.of()
                : Collections.unmodifiableMap((Map<K, V>) (Map<?, ?>) cell.entries())
                        .entrySet();
    }

    private MapCell cell() {
        return (MapCell) table.get();
    }

    private MapCell toChange(MapCell cell) {
        if (!pinning.pinned(cell.stamp())) {
            return cell;
        }
        MapCell copy = cell.copy(pinning.stamp());
        table.put(copy);
        return copy;
    }

    @Override
    public void clear() {
        table.remove();
    }
}
