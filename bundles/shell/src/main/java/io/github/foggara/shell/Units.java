package io.github.foggara.shell;

import java.util.Locale;

/** Numbers as people read them; the same in every locale. */
final class Units {
    private static final long MINUTE = 60_000;
    private static final long HOUR = 60 * MINUTE;

    private Units() {}

    /** {@code 0.4 s}, {@code 3 min 20 s}, {@code 2 h 5 min}. */
    static String duration(long millis) {
        if (millis < MINUTE) {
            return String.format(Locale.ROOT, "%.1f s", Math.floor(millis / 100.0) / 10);
        }
        if (millis < HOUR) {
            return millis / MINUTE + " min " + millis % MINUTE / 1000 + " s";
        }
        return millis / HOUR + " h " + millis % HOUR / MINUTE + " min";
    }

    /** {@code 20 ms}, else as {@link #duration}: what was configured, not what has passed. */
    static String delay(long millis) {
        return millis < 1000 ? millis + " ms" : duration(millis);
    }

    /** {@code 1,234,567}. */
    static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** {@code 42 %}; rounded down, so that 100 % is all; {@code ?} if the whole is not known. */
    static String share(long done, long total) {
        if (total < 0) {
            return "?";
        }
        return (total == 0 ? 100 : Math.min(100, (long) (100.0 * done / total))) + " %";
    }
}
