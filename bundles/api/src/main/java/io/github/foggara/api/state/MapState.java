package io.github.foggara.api.state;

import java.util.Map;

/** A map of the current key. Task thread, while a record is processed. What it hands out must not be changed. */
public interface MapState<K, V> {
    /** Null if it is not there. */
    V get(K key);

    /**
     * @throws NullPointerException for a null value: remove it instead
     */
    void put(K key, V value);

    void remove(K key);

    boolean contains(K key);

    boolean isEmpty();

    /** A view that ends with the next change, in no particular order. */
    Iterable<Map.Entry<K, V>> entries();

    void clear();
}
