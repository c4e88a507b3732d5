package io.github.foggara.api.job;

/** Whether a source ends by itself. */
public enum Boundedness {
    BOUNDED,
    UNBOUNDED
}
