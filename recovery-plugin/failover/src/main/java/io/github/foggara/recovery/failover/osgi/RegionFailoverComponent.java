package io.github.foggara.recovery.failover.osgi;

import io.github.foggara.api.failover.FailoverHistory;
import io.github.foggara.api.failover.FailoverPlan;
import io.github.foggara.api.failover.FailoverStrategy;
import io.github.foggara.api.failover.FailoverTopology;
import io.github.foggara.api.failover.Failure;
import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.recovery.failover.RegionFailoverStrategy;
import java.util.List;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Modified;

/** The failover strategy {@code region} as a DS component. */
@Component(
        service = FailoverStrategy.class,
        immediate = true,
        configurationPid = BackoffDefaults.PID,
        property = "foggara.plugin=" + RegionFailoverStrategy.NAME)
public final class RegionFailoverComponent implements FailoverStrategy {
    private final FailoverStrategy strategy = new RegionFailoverStrategy();

    /** Reads nothing; without it a changed configuration of the bundle would replace the service. */
    @Modified
    public void modified() {}

    @Override
    public OptionSet options() {
        return strategy.options();
    }

    @Override
    public FailoverPlan decide(List<Failure> failures, FailoverTopology topology, FailoverHistory history) {
        return strategy.decide(failures, topology, history);
    }
}
