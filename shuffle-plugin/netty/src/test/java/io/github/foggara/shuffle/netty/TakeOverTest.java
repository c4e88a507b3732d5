package io.github.foggara.shuffle.netty;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Attempts of one consumer, here and in two other processes, take a channel from one another while it is written and connections break.
 * {@code -Dseed=} repeats one run, {@code -Dfoggara.seeds=} asks for more.
 */
@ExtendWith(LeakCheck.class)
class TakeOverTest {
    private static final int SEEDS = Integer.getInteger("foggara.seeds", 16);

    private static LongStream seeds() {
        Long one = Long.getLong("seed");
        return one == null ? LongStream.range(0, SEEDS) : LongStream.of(one);
    }

    /** No limit for all seeds together: each waits for events, and any number may be asked for. */
    @Test
    @Timeout(value = 1, unit = java.util.concurrent.TimeUnit.DAYS)
    void noRecordIsReadTwiceNoneIsLostAndEachEndIsSeenOnce() {
        seeds().forEach(seed -> {
            try (TakeOvers run = new TakeOvers(seed)) {
                run.play();
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("Seed " + seed + ": " + e.getMessage(), e);
            }
        });
    }
}
