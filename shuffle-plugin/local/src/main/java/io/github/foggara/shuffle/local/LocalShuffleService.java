package io.github.foggara.shuffle.local;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.api.shuffle.ShuffleContext;
import io.github.foggara.api.shuffle.ShuffleEnvironment;
import io.github.foggara.api.shuffle.ShuffleMaster;
import io.github.foggara.api.shuffle.ShuffleService;
import java.util.Set;

/** The exchange inside one process, as {@code foggara.plugin=local}. Thread-safe. */
public final class LocalShuffleService implements ShuffleService {
    /** Its name as a plugin. */
    public static final String NAME = "local";

    private volatile Configuration defaults;

    public LocalShuffleService() {
        this(Configuration.EMPTY);
    }

    /**
     * @param defaults for options a job does not set
     * @throws io.github.foggara.api.plugin.InvalidOptionException naming key, value and range
     */
    public LocalShuffleService(Configuration defaults) {
        defaults(defaults);
    }

    /**
     * Replaces the defaults, for environments made from now on.
     *
     * @throws io.github.foggara.api.plugin.InvalidOptionException naming key, value and range; the old ones stay in force
     */
    public void defaults(Configuration newDefaults) {
        LocalShuffleOptions.of(newDefaults);
        defaults = newDefaults;
    }

    /** Pipelined exchange that a new consumer attempt can take over. */
    @Override
    public Set<String> capabilities() {
        return Set.of("reattach");
    }

    @Override
    public OptionSet options() {
        return LocalShuffleOptions.SET;
    }

    @Override
    public ShuffleMaster createMaster(ShuffleContext context) {
        return new LocalShuffleMaster();
    }

    @Override
    public ShuffleEnvironment createEnvironment(ShuffleContext context) {
        return new LocalShuffleEnvironment(
                LocalShuffleOptions.of(context.configuration().withDefaults(defaults.values())));
    }
}
