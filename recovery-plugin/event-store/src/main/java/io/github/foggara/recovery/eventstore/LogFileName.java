package io.github.foggara.recovery.eventstore;

import java.util.Comparator;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which file of a log, in the order they were begun.
 *
 * @param epoch from 1
 * @param sequence from 0; more than 0 after a write failed in this epoch
 */
record LogFileName(long epoch, int sequence) implements Comparable<LogFileName> {
    private static final Pattern PATTERN = Pattern.compile("E([0-7][0-9a-f]{15})-([0-7][0-9a-f]{7})\\.jel");
    private static final Comparator<LogFileName> ORDER =
            Comparator.comparingLong(LogFileName::epoch).thenComparingInt(LogFileName::sequence);

    /** Empty for the name of another file. */
    static Optional<LogFileName> parse(String text) {
        Matcher matcher = PATTERN.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        return Optional.of(new LogFileName(
                HexFormat.fromHexDigitsToLong(matcher.group(1)), HexFormat.fromHexDigits(matcher.group(2))));
    }

    @Override
    public int compareTo(LogFileName other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        HexFormat hex = HexFormat.of();
        return "E" + hex.toHexDigits(epoch) + "-" + hex.toHexDigits(sequence) + ".jel";
    }
}
