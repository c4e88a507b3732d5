package io.github.foggara.recovery.failover;

import io.github.foggara.api.failover.FailoverHistory.Incident;

/**
 * Time between entries of a history, in milliseconds. The stamps are wall-clock times, and the clock may have been set back in
 * between, or an entry may hold anything: what would be negative is 0, what would not fit is the largest number.
 */
final class Elapsed {
    private Elapsed() {}

    static long between(long earlier, long later) {
        if (later <= earlier) {
            return 0;
        }
        long difference = later - earlier;
        return difference < 0 ? Long.MAX_VALUE : difference;
    }

    /** How long the job has run since the restart that the incident led to. */
    static long sinceRestart(Incident incident, long later) {
        return Math.max(0, between(incident.millis(), later) - Math.max(0, incident.delayMillis()));
    }

    static long sum(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }
}
