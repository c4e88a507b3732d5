package io.github.foggara.api.state;

/**
 * Which key group a key belongs to: the function that spreads records over subtasks. It depends on the key's value and on the number of
 * groups only. An instance belongs to one thread.
 */
public interface KeyGrouping {
    /**
     * @return from 0, less than the number of groups
     * @throws IllegalArgumentException for null, and for a key that has no value equality, or none that is equal in every JVM
     */
    int group(Object key);

    /** Group of a {@code Long} key, without boxing it. */
    int group(long key);
}
