package io.github.foggara.api.function;

/**
 * A record and its number in its stream.
 *
 * @param index from 0
 */
public record Indexed<T>(long index, T record) {}
