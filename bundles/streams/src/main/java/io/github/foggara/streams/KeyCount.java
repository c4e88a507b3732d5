package io.github.foggara.streams;

/**
 * How many records had a key.
 *
 * @param count from 1
 */
public record KeyCount<K>(K key, long count) {}
