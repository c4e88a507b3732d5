package io.github.foggara.api.sort;

/** Which way a sort goes. There is no "none": what has no order is not sorted. */
public enum Order {
    ASCENDING,
    DESCENDING
}
