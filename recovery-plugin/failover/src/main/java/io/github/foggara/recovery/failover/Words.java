package io.github.foggara.recovery.failover;

import io.github.foggara.api.plugin.Option;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** What is said to users. */
final class Words {
    private Words() {}

    /** In the largest unit that needs no fraction, as options are written. */
    static String duration(Duration duration) {
        long millis = duration.toMillis();
        if (millis == 0) {
            return "0 ms";
        }
        if (millis % TimeUnit.DAYS.toMillis(1) == 0) {
            return duration.toDays() + " d";
        }
        if (millis % TimeUnit.HOURS.toMillis(1) == 0) {
            return duration.toHours() + " h";
        }
        if (millis % TimeUnit.MINUTES.toMillis(1) == 0) {
            return duration.toMinutes() + " min";
        }
        return millis % TimeUnit.SECONDS.toMillis(1) == 0 ? duration.toSeconds() + " s" : millis + " ms";
    }

    static String count(long number, String thing) {
        return number + " " + thing + (number == 1 ? "" : "s");
    }

    /** An option with its value, as it is written into a configuration. */
    static String setting(Option<?> option, Object value) {
        return option.key() + "=" + (value instanceof Duration d ? duration(d) : value);
    }
}
