package io.github.foggara.recovery.failover;

import io.github.foggara.api.failover.FailoverHistory;
import io.github.foggara.api.failover.FailoverHistory.Incident;
import io.github.foggara.api.failover.Failure;
import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.api.failover.RestartBackoffStrategy.Question;
import io.github.foggara.api.failover.TaskId;
import io.github.foggara.api.plugin.Configuration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Builds a question to a back-off strategy; time begins at 1,000,000 s. Not thread-safe. */
final class Questions {
    private static final long BEGIN = 1_000_000_000L;

    private final List<Incident> incidents = new ArrayList<>();
    private final Map<String, String> options = new TreeMap<>();
    private long before;
    private long now = BEGIN;
    private long seed;

    /** Key and value in turn, without what all keys have in common. */
    Questions with(String key, String value) {
        options.put("restart-strategy." + key, value);
        return this;
    }

    /** An incident now, that was answered by this delay. */
    Questions incident(long delayMillis) {
        incidents.add(new Incident(incidents.size() + 1, now, delayMillis, FailureClass.USER_CODE));
        return this;
    }

    /** Time passes; negative: the clock is set back. */
    Questions later(long millis) {
        now += millis;
        return this;
    }

    /** So many incidents that the history has forgotten. */
    Questions forgotten(long count) {
        before = count;
        return this;
    }

    Questions seed(long value) {
        seed = value;
        return this;
    }

    Question ask() {
        return ask(FailureClass.USER_CODE);
    }

    Question ask(FailureClass kind) {
        Failure failure = new Failure(Optional.of(new TaskId(2, 1)), 0, kind, now, Optional.empty(), "it broke");
        return new Question(
                List.of(failure),
                new FailoverHistory(before + incidents.size(), incidents),
                now,
                seed,
                new Configuration(options));
    }
}
