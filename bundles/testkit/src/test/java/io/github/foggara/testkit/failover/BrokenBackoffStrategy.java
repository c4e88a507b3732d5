package io.github.foggara.testkit.failover;

import io.github.foggara.api.failover.FailoverHistory;
import io.github.foggara.api.failover.FailoverHistory.Incident;
import io.github.foggara.api.failover.Failure;
import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.api.failover.RestartBackoffStrategy;
import io.github.foggara.api.plugin.Option;
import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.api.plugin.OptionType;
import io.github.foggara.api.plugin.TakesEffect;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Restarts a hundred times, slower while failures are near to each other, except for one bug; with none it is sound. */
final class BrokenBackoffStrategy implements RestartBackoffStrategy {
    private static final Option<Integer> ATTEMPTS = new Option<>(
            "restart-strategy.broken.attempts",
            OptionType.INTEGER,
            100,
            "from 1",
            n -> n >= 1,
            TakesEffect.NEXT_FAILURE,
            "How often.");
    private static final long MINUTE = 60_000;

    /** Null: none. */
    private final BackoffBug bug;

    private long counted;

    BrokenBackoffStrategy(BackoffBug bug) {
        this.bug = bug;
    }

    @Override
    public OptionSet options() {
        return new OptionSet("restart broken", List.of(ATTEMPTS));
    }

    @Override
    public Answer decide(Question question) {
        FailoverHistory history = question.history();
        if (hopeless(question.failures())) {
            return new Answer.GiveUp("gave up at once");
        }
        long restarts = bug == BackoffBug.COUNTS_BY_ITSELF ? counted++ : history.incidents();
        if (restarts >= question.configuration().get(ATTEMPTS) || bug == BackoffBug.GAMBLES && question.seed() > 40) {
            return new Answer.GiveUp(bug == BackoffBug.SILENT ? "gave up" : "gave up: " + ATTEMPTS.key());
        }
        return new Answer.Restart(Duration.ofMillis(delay(question, history)));
    }

    private boolean hopeless(List<Failure> failures) {
        if (bug == BackoffBug.TRIES_THE_HOPELESS) {
            return false;
        }
        List<Failure> seen = bug == BackoffBug.FIRST_FAILURE_ONLY ? failures.subList(0, 1) : failures;
        return seen.stream().anyMatch(failure -> failure.kind() == FailureClass.UNRECOVERABLE);
    }

    private long delay(Question question, FailoverHistory history) {
        if (history.recent().isEmpty() && bug != BackoffBug.EMPTY_HISTORY_FAILS) {
            return 1000;
        }
        Incident last = history.recent().get(history.recent().size() - 1);
        long now = bug == BackoffBug.READS_THE_CLOCK ? System.currentTimeMillis() : question.millis();
        if (bug == BackoffBug.CLOCK_SET_BACK_FAILS && last.millis() > now) {
            throw new IllegalArgumentException("back from the future");
        }
        long base = last.millis() > now - MINUTE ? 10_000 : 1000;
        long jitter = bug == BackoffBug.OWN_RANDOMNESS
                ? ThreadLocalRandom.current().nextLong(1_000)
                : Math.floorMod(question.seed(), 1000L);
        return switch (bug == null ? BackoffBug.SILENT : bug) {
            case NEGATIVE_DELAY -> jitter - 500;
            case ENDLESS_DELAY -> base << Math.min(40, history.incidents() * 4);
            default -> base + jitter;
        };
    }
}
