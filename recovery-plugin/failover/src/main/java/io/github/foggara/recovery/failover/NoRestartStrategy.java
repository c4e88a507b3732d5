package io.github.foggara.recovery.failover;

import io.github.foggara.api.failover.RestartBackoffStrategy;
import io.github.foggara.api.plugin.OptionSet;
import java.util.List;

/** Gives up at the first failure, as {@code restart-strategy.type=none}. Pure; any thread. */
public final class NoRestartStrategy implements RestartBackoffStrategy {
    /** Its name as a plugin. */
    public static final String NAME = "none";

    private static final OptionSet OPTIONS = new OptionSet("restart " + NAME, List.of());

    @Override
    public OptionSet options() {
        return OPTIONS;
    }

    @Override
    public Answer decide(Question question) {
        return Unrecoverable.or(question, NoRestartStrategy::giveUp);
    }

    private static Answer giveUp(Question question) {
        long restarts = question.history().incidents();
        String when = restarts == 0 ? "at the first failure" : "after " + Words.count(restarts, "restart");
        return new Answer.GiveUp("gave up " + when + " (" + BackoffOptions.TYPE + "=" + NAME + ")");
    }
}
