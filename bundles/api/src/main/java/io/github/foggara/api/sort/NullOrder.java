package io.github.foggara.api.sort;

/** Where records stand whose sort key is null. */
public enum NullOrder {
    /**
     * As the option {@code sort.nulls} says. Without it first when the order is ascending and last when it is descending, so that one
     * order is exactly the other reversed.
     */
    AUTO,
    /** Before all others, in either order. */
    FIRST,
    /** Behind all others, in either order. */
    LAST
}
