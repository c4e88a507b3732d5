package io.github.foggara.examples.partition;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/**
 * Visits of a user with no long pause between them.
 *
 * @param number which session of the user it is, from 1
 * @param begin time of the first visit
 * @param end time of the last visit
 * @param pages number of visits, from 1
 * @param entry page of the first visit
 * @param exit page of the last visit
 */
record Session(String user, int number, Instant begin, Instant end, long pages, String entry, String exit) {
    static final String HEADING = String.format(
            Locale.ROOT, "%-12s %6s %-20s %10s %6s  %s", "user", "number", "begin", "seconds", "pages", "entry > exit");

    static Session of(Visit first, int number) {
        return new Session(first.user(), number, first.time(), first.time(), 1, first.page(), first.page());
    }

    /** Goes on with a later visit. */
    Session with(Visit next) {
        return new Session(user, number, begin, next.time(), pages + 1, entry, next.page());
    }

    /** Whether a later visit begins another session. */
    boolean isOver(Instant next, Duration gap) {
        return Duration.between(end, next).compareTo(gap) > 0;
    }

    /** By number of pages; of equal ones the earlier one is the larger, then the alphabetically first user. */
    static int compareByPages(Session left, Session right) {
        int byPages = Long.compare(left.pages, right.pages);
        if (byPages != 0) {
            return byPages;
        }
        int byBegin = right.begin.compareTo(left.begin);
        return byBegin != 0 ? byBegin : right.user.compareTo(left.user);
    }

    String line() {
        return String.format(
                Locale.ROOT,
                "%-12s %6d %-20s %10d %6d  %s > %s",
                user,
                number,
                begin,
                Duration.between(begin, end).toSeconds(),
                pages,
                entry,
                exit);
    }
}
