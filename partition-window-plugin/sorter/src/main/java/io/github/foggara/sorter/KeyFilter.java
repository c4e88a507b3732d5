package io.github.foggara.sorter;

/** Which records of a former sorter to take over. */
@FunctionalInterface
public interface KeyFilter {
    /** Whether to take the record with the key that stands there. Called in the order of the records; must not keep the array. */
    boolean takes(byte[] bytes, int offset, int length);
}
