package io.github.foggara.testkit.failover;

/** Which subtasks of two vertices have a channel. */
public enum Wiring {
    /** Each producer with each consumer. */
    ALL_TO_ALL,
    /** As few as possible: one channel per subtask of the larger vertex, neighbours together. */
    POINTWISE
}
