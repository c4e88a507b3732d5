package io.github.foggara.shuffle.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;

/** What was written to a channel, and what all its readers together have read. */
final class ChannelHistory {
    private static final int LARGE = 40_000;
    private static final int EVERY = 97;

    /** By number of the records before them. */
    private final TreeMap<Long, Long> watermarks = new TreeMap<>();

    private final BitSet read = new BitSet();
    private long appended;
    private long watermark;
    private boolean dataEnded;
    private boolean ended;
    private long next;
    private boolean mayLose;
    private ReadingAttempt newest;

    static Object record(long number) {
        return number % EVERY == EVERY - 1 ? new byte[LARGE] : (Object) number;
    }

    static int bytes(long number) {
        return number % EVERY == EVERY - 1 ? LARGE : 16;
    }

    long append() {
        return appended++;
    }

    long watermark() {
        watermarks.put(appended, ++watermark);
        return watermark;
    }

    void endData() {
        dataEnded = true;
    }

    boolean dataEnded() {
        return dataEnded;
    }

    void end() {
        ended = true;
    }

    boolean ended() {
        return ended;
    }

    /** A newer attempt reads. */
    void newest(ReadingAttempt attempt) {
        newest = attempt;
    }

    /** The newest attempt, or one that comes before it has read, may begin behind records that nobody has read. */
    void mayLose() {
        mayLose = true;
    }

    /**
     * An attempt reads that record.
     *
     * @param first whether it is the first one it reads
     */
    void read(ReadingAttempt attempt, long number, boolean first) {
        assertThat(number).as("a record that was written").isLessThan(appended);
        assertThat(read.get((int) number)).as("record %d is read twice", number).isFalse();
        read.set((int) number);
        if (number < next && attempt != newest) {
            // It was sent that, could not be told that it is old, and nobody else gets it.
            return;
        }
        if (!first || !mayLose) {
            assertThat(number).as("none is lost").isEqualTo(next);
        }
        assertThat(number).as("in order").isGreaterThanOrEqualTo(next);
        if (attempt == newest) {
            mayLose = false;
        }
        next = number + 1;
    }

    /** An attempt that has begun there, or read so far, has no record left. */
    void checkAllRead() {
        assertThat(mayLose || next == appended)
                .as("all is read: %d of %d", next, appended)
                .isTrue();
    }

    /** The newest watermark before that record; 0 for none. */
    long watermarkBefore(long number) {
        Map.Entry<Long, Long> before = watermarks.floorEntry(number);
        return before == null ? 0 : before.getValue();
    }

    long newestWatermark() {
        return watermark;
    }

    /** How many records were written before it. */
    long writtenBefore(long mark) {
        return watermarks.entrySet().stream()
                .filter(entry -> entry.getValue() >= mark)
                .mapToLong(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
    }
}
