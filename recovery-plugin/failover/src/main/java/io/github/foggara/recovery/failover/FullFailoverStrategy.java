package io.github.foggara.recovery.failover;

import io.github.foggara.api.failover.FailoverHistory;
import io.github.foggara.api.failover.FailoverPlan;
import io.github.foggara.api.failover.FailoverStrategy;
import io.github.foggara.api.failover.FailoverTopology;
import io.github.foggara.api.failover.Failure;
import io.github.foggara.api.plugin.OptionSet;
import java.util.List;
import java.util.TreeSet;

/** Restarts every task, whatever failed, as {@code failover.strategy=full}. Pure; any thread. */
public final class FullFailoverStrategy implements FailoverStrategy {
    /** Its name as a plugin. */
    public static final String NAME = "full";

    private static final OptionSet OPTIONS = new OptionSet("failover full", List.of());

    @Override
    public OptionSet options() {
        return OPTIONS;
    }

    @Override
    public FailoverPlan decide(List<Failure> failures, FailoverTopology topology, FailoverHistory history) {
        return all(topology);
    }

    static FailoverPlan all(FailoverTopology topology) {
        return FailoverPlan.exact(new TreeSet<>(topology.tasks()));
    }
}
