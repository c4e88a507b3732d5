package io.github.foggara.kernel.config;

import io.github.foggara.api.checkpoint.CheckpointService;
import io.github.foggara.api.event.JobEventStore;
import io.github.foggara.api.failover.FailoverStrategy;
import io.github.foggara.api.failover.RestartBackoffStrategy;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.plugin.InvalidOptionException;
import io.github.foggara.api.plugin.Option;
import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.api.plugin.TakesEffect;
import io.github.foggara.api.shuffle.ShuffleService;
import io.github.foggara.api.state.StateBackend;
import io.github.foggara.kernel.plugin.PluginRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The union of the kernel's options and those of all plugins that are there. Any thread.
 *
 * <p>A job may choose plugins that are not there yet and set their options. Then a key that nobody knows and that
 * resembles no known one passes; the job is SUSPENDED anyway, and {@link #validate} is asked again when they came. Which plugins
 * make its operators is known only once its program is planned: until then {@link #problemSoFar} is asked. The defaults for all jobs
 * may hold keys of plugins that this or that job does not use and that are not there.
 */
public final class OptionRegistry {
    private final PluginRegistry plugins;
    private volatile Set<String> defaults = Set.of();

    public OptionRegistry(PluginRegistry plugins) {
        this.plugins = plugins;
    }

    /** The kernel's set first, then those of the plugins. */
    public List<OptionSet> sets() {
        List<OptionSet> sets = new ArrayList<>();
        sets.add(JobOptions.SET);
        add(sets, ShuffleService.class, ShuffleService::options);
        add(sets, JobEventStore.class, JobEventStore::options);
        add(sets, CheckpointService.class, CheckpointService::options);
        add(sets, StateBackend.class, StateBackend::options);
        add(sets, FailoverStrategy.class, FailoverStrategy::options);
        add(sets, RestartBackoffStrategy.class, RestartBackoffStrategy::options);
        add(sets, OptionSet.class, set -> set);
        return sets;
    }

    /** Every option by key; the first owner of a key wins. */
    public Map<String, Option<?>> options() {
        Map<String, Option<?>> options = new TreeMap<>();
        sets().forEach(set -> set.options().forEach(option -> options.putIfAbsent(option.key(), option)));
        return options;
    }

    /**
     * @param values texts by key
     * @throws InvalidOptionException for the first key, in their order, that is unknown or has a bad value; the message is
     *     for users
     */
    public void validate(Map<String, String> values) {
        check(values, complete(values));
    }

    private void check(Map<String, String> values, boolean complete) {
        Map<String, Option<?>> known = options();
        for (Map.Entry<String, String> entry : new TreeMap<>(values).entrySet()) {
            Option<?> option = known.get(entry.getKey());
            if (ContainerOptions.owns(entry.getKey())) {
                throw new InvalidOptionException(
                        entry.getKey(),
                        "The option '" + entry.getKey() + "' belongs to the container and not to one job: set it in"
                                + " conf/foggara.defaults.cfg");
            }
            if (option != null) {
                option.parse(entry.getValue());
                continue;
            }
            Optional<String> nearest = EditDistance.nearest(entry.getKey(), known.keySet());
            if (!defaults.contains(entry.getKey()) && (complete || nearest.isPresent())) {
                throw unknown(entry.getKey(), nearest, known);
            }
        }
    }

    /** As {@link #validate}, as text: empty if all is well. */
    public Optional<String> problem(Map<String, String> values) {
        return problem(values, complete(values));
    }

    /** As {@link #problem}, but a key that nobody knows and that resembles no known one passes: a plugin that is to come may own it. */
    public Optional<String> problemSoFar(Map<String, String> values) {
        return problem(values, false);
    }

    private Optional<String> problem(Map<String, String> values, boolean complete) {
        try {
            check(values, complete);
            return Optional.empty();
        } catch (InvalidOptionException e) {
            return Optional.of(e.getMessage());
        }
    }

    /** These keys are set for all jobs from now on: they may belong to plugins that are not there, or that a job does not use. */
    public void defaults(Set<String> keys) {
        defaults = Set.copyOf(keys);
    }

    /** Whether every plugin that the values choose is there, or that a job cannot do without, so that every option is known. */
    private boolean complete(Map<String, String> values) {
        return present(ShuffleService.class, JobOptions.SHUFFLE_SERVICE, values)
                && present(JobEventStore.class, JobOptions.EVENT_STORE, values)
                && (values.keySet().stream().noneMatch(key -> key.startsWith(JobOptions.CHECKPOINTING))
                        || present(CheckpointService.class, JobOptions.CHECKPOINT_SERVICE, values))
                && presentIfChosen(CheckpointService.class, JobOptions.CHECKPOINT_SERVICE, values)
                && presentIfChosen(StateBackend.class, JobOptions.STATE_BACKEND, values)
                && presentIfChosen(FailoverStrategy.class, JobOptions.FAILOVER_STRATEGY, values)
                && presentIfChosen(RestartBackoffStrategy.class, JobOptions.RESTART_STRATEGY, values);
    }

    private boolean presentIfChosen(Class<?> type, Option<String> option, Map<String, String> values) {
        return !values.containsKey(option.key()) || present(type, option, values);
    }

    private boolean present(Class<?> type, Option<String> option, Map<String, String> values) {
        return plugins.names(type).contains(values.getOrDefault(option.key(), option.fallback()));
    }

    private static InvalidOptionException unknown(String key, Optional<String> nearest, Map<String, Option<?>> known) {
        String hint = nearest.map(n -> ". Did you mean '" + n + "'?")
                .orElse(". Known are " + known.keySet() + ", and arg.NAME for arguments of the program");
        return new InvalidOptionException(key, "There is no option '" + key + "'" + hint);
    }

    private <T> void add(List<OptionSet> sets, Class<T> type, Function<T, OptionSet> options) {
        for (String name : plugins.names(type)) {
            plugins.lease(type, name).ifPresent(lease -> {
                try (lease) {
                    sets.add(options.apply(lease.service()));
                }
            });
        }
    }

    /**
     * The values by which {@code newer} differs from {@code older} take effect without a restart of the job. Those of a plugin that is away
     * do so when it is back.
     */
    public boolean atOnce(Configuration older, Configuration newer) {
        Map<String, Option<?>> known = options();
        Map<String, String> all = new TreeMap<>(older.values());
        all.putAll(newer.values());
        return all.keySet().stream()
                .filter(key ->
                        !Objects.equals(older.values().get(key), newer.values().get(key)))
                .allMatch(key -> !known.containsKey(key) || known.get(key).takesEffect() != TakesEffect.RESTART);
    }
}
