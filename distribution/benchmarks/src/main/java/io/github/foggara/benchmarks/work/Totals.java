package io.github.foggara.benchmarks.work;

/**
 * What the sinks of a job have counted and added up.
 *
 * @param count records that reached a sink
 * @param sum of a number of each; wraps around
 */
public record Totals(long count, long sum) {
    @Override
    public String toString() {
        return count + "/" + Long.toHexString(sum);
    }
}
