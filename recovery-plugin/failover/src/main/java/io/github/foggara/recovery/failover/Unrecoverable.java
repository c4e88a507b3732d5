package io.github.foggara.recovery.failover;

import io.github.foggara.api.failover.Failure;
import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.api.failover.RestartBackoffStrategy.Answer;
import io.github.foggara.api.failover.RestartBackoffStrategy.Question;
import java.util.function.Function;

/** What every back-off strategy says first: a failure that would come again is not tried again. */
final class Unrecoverable {
    private Unrecoverable() {}

    /** Gives up if one of the failures is unrecoverable, else asks {@code strategy}. */
    static Answer or(Question question, Function<Question, Answer> strategy) {
        for (Failure failure : question.failures()) {
            if (failure.kind() == FailureClass.UNRECOVERABLE) {
                return new Answer.GiveUp("gave up at once: " + subject(failure)
                        + " failed in a way that a restart cannot help, whatever " + BackoffOptions.TYPE + " says");
            }
        }
        return strategy.apply(question);
    }

    private static String subject(Failure failure) {
        return failure.task().map(task -> "task " + task).orElse("what runs beside the tasks");
    }
}
