package io.github.foggara.testkit.failover;

import static io.github.foggara.testkit.failover.BackoffQuestions.failure;
import static io.github.foggara.testkit.failover.BackoffQuestions.histories;
import static io.github.foggara.testkit.failover.BackoffQuestions.question;
import static io.github.foggara.testkit.failover.BackoffQuestions.shifted;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.failover.FailoverHistory;
import io.github.foggara.api.failover.Failure;
import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.api.failover.RestartBackoffStrategy;
import io.github.foggara.api.failover.RestartBackoffStrategy.Answer;
import io.github.foggara.api.failover.RestartBackoffStrategy.Question;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.plugin.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Everything a {@code RestartBackoffStrategy} promises, whatever else it decides. A strategy's suite:
 *
 * <pre>{@code
 * class LinearBackoffStrategyTest extends RestartBackoffContract {
 *     protected RestartBackoffStrategy strategy() { return new LinearBackoffStrategy(); }
 * }
 * }</pre>
 */
public abstract class RestartBackoffContract {
    private static final String TYPE = "restart-strategy.type";

    /** A new strategy. */
    protected abstract RestartBackoffStrategy strategy();

    /** Options of the job that is asked about: some under which it restarts more than once, if it ever does. */
    protected Configuration configuration() {
        return Configuration.EMPTY;
    }

    @Test
    void optionsHaveDistinctKeysAndTheirDefaultsAreAccepted() {
        OptionCheck.check(strategy().options());
    }

    @Test
    void theSameQuestionHasTheSameAnswer() {
        RestartBackoffStrategy strategy = strategy();
        List<Question> questions = questions();
        List<Answer> first = questions.stream().map(strategy::decide).toList();
        List<Question> backwards = new ArrayList<>(questions);
        Collections.reverse(backwards);
        List<Answer> second =
                new ArrayList<>(backwards.stream().map(strategy::decide).toList());
        Collections.reverse(second);
        assertThat(second).as("asked again, in another order").isEqualTo(first);
        RestartBackoffStrategy other = strategy();
        assertThat(questions.stream().map(other::decide).toList())
                .as("another instance")
                .isEqualTo(first);
    }

    /** Whoever looks at a clock of his own is found, for no clock shows both times. */
    @Test
    void onlyTheTimeItIsToldCounts() {
        histories().forEach((name, history) -> {
            if (!name.endsWith("all time")) {
                Question question = question(history, 1, configuration());
                Answer answer = strategy().decide(question);
                long years = Duration.ofDays(3650).toMillis();
                assertThat(strategy().decide(shifted(question, years))).as(name).isEqualTo(answer);
                assertThat(strategy().decide(shifted(question, -years)))
                        .as(name)
                        .isEqualTo(answer);
            }
        });
    }

    @Test
    void aDelayIsNotNegativeAndFitsIntoAHistory() {
        eachAnswer((name, answer) -> {
            if (answer instanceof Answer.Restart restart) {
                assertThat(restart.delay()).as(name).isBetween(Duration.ZERO, Duration.ofDays(365));
            }
        });
    }

    @Test
    void whoGivesUpNamesAnOption() {
        List<String> keys = new ArrayList<>(
                strategy().options().options().stream().map(Option::key).toList());
        keys.add(TYPE);
        eachAnswer((name, answer) -> {
            if (answer instanceof Answer.GiveUp giveUp) {
                assertThat(keys)
                        .as("options in '%s' with %s", giveUp.words(), name)
                        .anyMatch(giveUp.words()::contains);
            }
        });
    }

    @Test
    void anUnrecoverableFailureIsNotTriedAgain() {
        Failure hopeless = failure(FailureClass.UNRECOVERABLE);
        Failure other = failure(FailureClass.ENVIRONMENT);
        for (List<Failure> failures : List.of(List.of(hopeless), List.of(hopeless, other), List.of(other, hopeless))) {
            for (FailoverHistory history : histories().values()) {
                Answer answer =
                        strategy().decide(new Question(failures, history, BackoffQuestions.NOW, 1, configuration()));
                assertThat(answer).isInstanceOf(Answer.GiveUp.class);
                assertThat(((Answer.GiveUp) answer).words()).isNotBlank();
            }
        }
    }

    @Test
    void theSeedMovesADelayAndNothingElse() {
        histories().forEach((name, history) -> {
            List<Class<?>> kinds = new ArrayList<>();
            LongStream.range(0, 50)
                    .forEach(seed -> kinds.add(strategy()
                            .decide(question(history, seed, configuration()))
                            .getClass()));
            assertThat(Collections.frequency(kinds, kinds.get(0))).as(name).isEqualTo(50);
        });
    }

    private void eachAnswer(BiConsumer<String, Answer> check) {
        histories()
                .forEach((name, history) -> LongStream.of(0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE)
                        .forEach(seed ->
                                check.accept(name, strategy().decide(question(history, seed, configuration())))));
    }

    private List<Question> questions() {
        List<Question> questions = new ArrayList<>();
        for (FailoverHistory history : histories().values()) {
            for (long seed = 0; seed < 5; seed++) {
                questions.add(question(history, seed, configuration()));
            }
        }
        return questions;
    }
}
