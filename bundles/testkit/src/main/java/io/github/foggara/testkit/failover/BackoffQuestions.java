package io.github.foggara.testkit.failover;

import io.github.foggara.api.failover.FailoverHistory;
import io.github.foggara.api.failover.FailoverHistory.Incident;
import io.github.foggara.api.failover.Failure;
import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.api.failover.RestartBackoffStrategy.Question;
import io.github.foggara.api.plugin.Configuration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.LongStream;

/** Questions to a back-off strategy. */
final class BackoffQuestions {
    static final long NOW = 1_700_000_000_000L;

    private BackoffQuestions() {}

    static Failure failure(FailureClass kind) {
        return new Failure(Optional.empty(), 0, kind, NOW, Optional.empty(), "it broke");
    }

    static Question question(FailoverHistory history, long seed, Configuration configuration) {
        return new Question(List.of(failure(FailureClass.USER_CODE)), history, NOW, seed, configuration);
    }

    /** Histories by what is special about them. */
    static Map<String, FailoverHistory> histories() {
        Map<String, FailoverHistory> histories = new TreeMap<>();
        histories.put("none", FailoverHistory.NONE);
        histories.put("one a second ago", FailoverScenario.history(1));
        histories.put("one a year ago", history(1, number -> NOW - 365L * 86_400_000));
        histories.put("ten", FailoverScenario.history(10));
        histories.put("full", FailoverScenario.history(FailoverHistory.LIMIT));
        histories.put("full of five million", FailoverScenario.history(5_000_000));
        histories.put("all at once", history(20, number -> NOW));
        histories.put("from tomorrow, the clock was set back", history(20, number -> NOW + 86_400_000 + number));
        histories.put("clock to and fro", history(20, number -> NOW + (number % 2 == 0 ? 3_600_000 : -3_600_000)));
        histories.put("before all time", history(3, number -> Long.MIN_VALUE + number));
        histories.put("after all time", history(3, number -> Long.MAX_VALUE - number));
        histories.put("delays without sense", senseless());
        return histories;
    }

    /** The same, so much earlier or later. */
    static Question shifted(Question question, long millis) {
        List<Incident> recent = question.history().recent().stream()
                .map(i -> new Incident(i.number(), i.millis() + millis, i.delayMillis(), i.kind()))
                .toList();
        List<Failure> failures = question.failures().stream()
                .map(f -> new Failure(f.task(), f.attempt(), f.kind(), f.millis() + millis, f.partition(), f.words()))
                .toList();
        return new Question(
                failures,
                new FailoverHistory(question.history().incidents(), recent),
                question.millis() + millis,
                question.seed(),
                question.configuration());
    }

    private interface Clock {
        long at(long number);
    }

    private static FailoverHistory history(long incidents, Clock clock) {
        List<Incident> recent = LongStream.rangeClosed(1, incidents)
                .mapToObj(number -> new Incident(number, clock.at(number), 1000, FailureClass.USER_CODE))
                .toList();
        return new FailoverHistory(incidents, recent);
    }

    private static FailoverHistory senseless() {
        return new FailoverHistory(
                2,
                List.of(
                        new Incident(1, NOW - 5000, Long.MIN_VALUE, FailureClass.EXECUTOR_LOST),
                        new Incident(2, NOW - 3000, Long.MAX_VALUE, FailureClass.PARTITION_LOST)));
    }
}
