package io.github.foggara.kernel.jobmaster.state;

/**
 * Counters of an attempt.
 *
 * @param recordsIn taken from other vertices, by a source vertex read
 * @param recordsOut emitted to other vertices
 * @param workDone units of the source read; 0 if not a source
 */
public record Counters(long recordsIn, long recordsOut, long workDone) {
    static final Counters ZERO = new Counters(0, 0, 0);
}
