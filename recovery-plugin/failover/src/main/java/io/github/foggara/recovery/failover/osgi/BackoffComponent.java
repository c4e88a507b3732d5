package io.github.foggara.recovery.failover.osgi;

import io.github.foggara.api.failover.RestartBackoffStrategy;
import io.github.foggara.api.plugin.OptionSet;
import java.util.Map;

/** What the components of back-off strategies share: the strategy, and defaults laid under a job's options. Any thread. */
abstract class BackoffComponent implements RestartBackoffStrategy {
    private final RestartBackoffStrategy strategy;
    private final BackoffDefaults defaults;

    BackoffComponent(RestartBackoffStrategy strategy, Map<String, Object> properties) {
        this.strategy = strategy;
        defaults = new BackoffDefaults(strategy.options());
        defaults.replace(properties);
    }

    final void replaceDefaults(Map<String, Object> properties) {
        defaults.replace(properties);
    }

    @Override
    public final OptionSet options() {
        return strategy.options();
    }

    @Override
    public final Answer decide(Question question) {
        return strategy.decide(new Question(
                question.failures(),
                question.history(),
                question.millis(),
                question.seed(),
                question.configuration().withDefaults(defaults.values().values())));
    }
}
