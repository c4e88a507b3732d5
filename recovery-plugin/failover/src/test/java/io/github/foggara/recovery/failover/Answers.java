package io.github.foggara.recovery.failover;

import io.github.foggara.api.failover.RestartBackoffStrategy.Answer;

/** Answers in short. */
final class Answers {
    private Answers() {}

    /** Delay in milliseconds. */
    static long millis(Answer answer) {
        if (answer instanceof Answer.Restart restart) {
            return restart.delay().toMillis();
        }
        throw new AssertionError("no restart: " + answer);
    }

    /** Words of a strategy that gives up. */
    static String words(Answer answer) {
        if (answer instanceof Answer.GiveUp giveUp) {
            return giveUp.words();
        }
        throw new AssertionError("goes on: " + answer);
    }
}
