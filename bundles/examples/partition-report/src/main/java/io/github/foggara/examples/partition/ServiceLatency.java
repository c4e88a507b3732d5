package io.github.foggara.examples.partition;

import java.util.Locale;

/**
 * One row of the report.
 *
 * @param p50 so many milliseconds or less took half of the requests
 * @param p95 so many milliseconds or less took 95 of 100
 * @param p99 so many milliseconds or less took 99 of 100
 */
record ServiceLatency(String service, long requests, long p50, long p95, long p99) {
    static final String HEADING = String.format(
            Locale.ROOT, "%-16s %10s %10s %10s %10s", "service", "requests", "p50 ms", "p95 ms", "p99 ms");

    static ServiceLatency of(Latencies latencies) {
        return new ServiceLatency(
                latencies.service(),
                latencies.requests(),
                latencies.percentile(50),
                latencies.percentile(95),
                latencies.percentile(99));
    }

    /** By the 99th percentile; of equal ones the alphabetically first service is the larger. */
    static int compareByP99(ServiceLatency left, ServiceLatency right) {
        int byP99 = Long.compare(left.p99, right.p99);
        return byP99 != 0 ? byP99 : right.service.compareTo(left.service);
    }

    String line() {
        return String.format(Locale.ROOT, "%-16s %10d %10d %10d %10d", service, requests, p50, p95, p99);
    }
}
