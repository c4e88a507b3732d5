package io.github.foggara.recovery.failover.osgi;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.plugin.InvalidOptionException;
import io.github.foggara.api.plugin.Option;
import io.github.foggara.api.plugin.OptionSet;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Values for options of one strategy that a job does not set. If one of them is not accepted, that is logged, and the values
 * before it stay in force. Any thread.
 */
final class BackoffDefaults {
    /** Configuration of the bundle; its keys are those of the options of all strategies. */
    static final String PID = "foggara.recovery.failover";

    private static final Logger LOG = LoggerFactory.getLogger(BackoffDefaults.class);

    private final OptionSet options;
    private volatile Configuration values = Configuration.EMPTY;

    BackoffDefaults(OptionSet options) {
        this.options = options;
    }

    Configuration values() {
        return values;
    }

    void replace(Map<String, Object> properties) {
        Map<String, String> accepted = new TreeMap<>();
        try {
            for (Option<?> option : options.options()) {
                Object value = properties.get(option.key());
                if (value != null) {
                    option.parse(value.toString());
                    accepted.put(option.key(), value.toString());
                }
            }
        } catch (InvalidOptionException e) {
            LOG.error(
                    "Configuration {} is not accepted for {}, the values before it stay in force: {}",
                    PID,
                    options.owner(),
                    e.getMessage());
            return;
        }
        values = new Configuration(accepted);
    }
}
