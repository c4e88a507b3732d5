package io.github.foggara.examples.partition;

import java.util.Locale;

/**
 * One row of a log of requests; columns it does not name are ignored.
 *
 * @param milliseconds that the service took, from 0
 */
record Request(String service, long milliseconds, String url) {
    static final String HEADING = String.format(Locale.ROOT, "%-16s %10s  %s", "service", "ms", "slowest");

    /** Throwing makes it a malformed row, with file and line named. */
    Request {
        if (service.isBlank()) {
            throw new IllegalArgumentException("a request needs a service");
        }
        if (milliseconds < 0) {
            throw new IllegalArgumentException("a request takes 0 ms or more, not " + milliseconds);
        }
    }

    /** By service; then the slower one is the larger, of equally slow ones that with the alphabetically first URL. */
    static int compareByService(Request left, Request right) {
        int byService = right.service.compareTo(left.service);
        if (byService != 0) {
            return byService;
        }
        int byTime = Long.compare(left.milliseconds, right.milliseconds);
        return byTime != 0 ? byTime : right.url.compareTo(left.url);
    }

    String line() {
        return String.format(Locale.ROOT, "%-16s %10d  %s", service, milliseconds, url);
    }
}
