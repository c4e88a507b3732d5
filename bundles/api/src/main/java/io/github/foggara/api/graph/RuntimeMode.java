package io.github.foggara.api.graph;

/** {@code execution.runtime-mode}. */
public enum RuntimeMode {
    /** Keyed aggregates emit an update per record. */
    STREAMING,
    /** All sources are bounded; keyed aggregates emit one final result per key at the end of input. */
    BATCH,
    /** BATCH if all sources are bounded, else STREAMING. */
    AUTOMATIC
}
