package io.github.foggara.api.state;

import java.util.Map;

/** A map that all subtasks of an operator keep alike, because all of them see the same broadcast records. Task thread. */
public interface BroadcastState<K, V> {
    /** Null if it is not there. */
    V get(K key);

    /**
     * @throws NullPointerException for a null value: remove it instead
     */
    void put(K key, V value);

    void remove(K key);

    boolean contains(K key);

    /** A view that ends with the next change, in no particular order. */
    Iterable<Map.Entry<K, V>> entries();

    void clear();
}
