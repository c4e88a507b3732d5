package io.github.foggara.shuffle.netty;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.api.shuffle.ShuffleContext;
import io.github.foggara.api.shuffle.ShuffleEnvironment;
import io.github.foggara.api.shuffle.ShuffleMaster;
import io.github.foggara.api.shuffle.ShuffleService;
import io.github.foggara.shuffle.local.LocalShuffleEnvironment;
import java.util.Set;

/** The exchange within and between processes, as {@code foggara.plugin=netty}. Thread-safe. */
public final class NettyShuffleService implements ShuffleService {
    /** Its name as a plugin. */
    public static final String NAME = "netty";

    private volatile Configuration defaults;

    public NettyShuffleService() {
        this(Configuration.EMPTY);
    }

    /**
     * @param defaults for options a job does not set
     * @throws io.github.foggara.api.plugin.InvalidOptionException naming key, value and range
     */
    public NettyShuffleService(Configuration defaults) {
        defaults(defaults);
    }

    /**
     * Replaces the defaults, for environments made from now on.
     *
     * @throws io.github.foggara.api.plugin.InvalidOptionException naming key, value and range; the old ones stay in force
     */
    public void defaults(Configuration newDefaults) {
        NettyShuffleOptions.of(newDefaults);
        LocalShuffleEnvironment.of(newDefaults).close();
        defaults = newDefaults;
    }

    /** Pipelined exchange that a new consumer attempt can take over. */
    @Override
    public Set<String> capabilities() {
        return Set.of("reattach");
    }

    @Override
    public OptionSet options() {
        return NettyShuffleOptions.SET;
    }

    @Override
    public ShuffleMaster createMaster(ShuffleContext context) {
        return new NettyShuffleMaster();
    }

    @Override
    public ShuffleEnvironment createEnvironment(ShuffleContext context) {
        return environment(context);
    }

    /** For tests, which look inside. */
    NettyShuffleEnvironment environment(ShuffleContext context) {
        Configuration configuration = context.configuration().withDefaults(defaults.values());
        return new NettyShuffleEnvironment(
                NettyShuffleOptions.of(configuration), LocalShuffleEnvironment.of(configuration), context);
    }
}
