package io.github.foggara.examples.partition;

import java.util.Arrays;

/**
 * How long the requests of one service took: a count for each duration, exact below 2048 ms, above it for ranges of a thousandth of their
 * duration. So its size does not grow with the number of requests.
 *
 * @param service null before the first request
 * @param slowest in milliseconds
 * @param counts by {@link #range}; with room for the slowest request at least
 */
record Latencies(String service, long slowest, long[] counts) {
    private static final int EXACT_BITS = 11;
    private static final int RANGES_PER_DOUBLING = 1 << (EXACT_BITS - 1);

    static Latencies none() {
        return new Latencies(null, 0, new long[0]);
    }

    /** With one more request: this object if it could take it, or another one. */
    Latencies with(Request request) {
        int range = range(request.milliseconds());
        long[] room = range < counts.length ? counts : roomFor(range);
        room[range]++;
        return room == counts && request.milliseconds() <= slowest
                ? this
                : new Latencies(request.service(), Math.max(slowest, request.milliseconds()), room);
    }

    private long[] roomFor(int range) {
        return Arrays.copyOf(counts, Math.max(range + 1, 2 * counts.length));
    }

    Latencies plus(Latencies other) {
        long[] sum = Arrays.copyOf(counts, Math.max(counts.length, other.counts.length));
        for (int range = 0; range < other.counts.length; range++) {
            sum[range] += other.counts[range];
        }
        return new Latencies(service == null ? other.service : service, Math.max(slowest, other.slowest), sum);
    }

    long requests() {
        return Arrays.stream(counts).sum();
    }

    /**
     * So many milliseconds or less took that part of the requests, of which there is at least one. Exact below 2048 ms, above it at most a
     * thousandth too much.
     *
     * @param percent from 0 to 100
     */
    long percentile(int percent) {
        long rank = Math.max(1, (requests() * percent + 99) / 100);
        int range = -1;
        for (long seen = 0; seen < rank; seen += counts[range]) {
            range++;
        }
        return Math.min(largest(range), slowest);
    }

    /** Durations below 2048 are ranges of their own; each doubling behind has 1024 of equal width. */
    static int range(long milliseconds) {
        int shift = Math.max(0, Long.SIZE - EXACT_BITS - Long.numberOfLeadingZeros(milliseconds));
        return shift * RANGES_PER_DOUBLING + (int) (milliseconds >>> shift);
    }

    /** Of the durations in a range. */
    static long largest(int range) {
        int shift = Math.max(0, range / RANGES_PER_DOUBLING - 1);
        return (((long) range - (long) shift * RANGES_PER_DOUBLING + 1) << shift) - 1;
    }
}
