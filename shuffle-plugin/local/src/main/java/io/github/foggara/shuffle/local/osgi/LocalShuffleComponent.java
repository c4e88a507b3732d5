package io.github.foggara.shuffle.local.osgi;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.plugin.InvalidOptionException;
import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.api.shuffle.ShuffleContext;
import io.github.foggara.api.shuffle.ShuffleEnvironment;
import io.github.foggara.api.shuffle.ShuffleMaster;
import io.github.foggara.api.shuffle.ShuffleService;
import io.github.foggara.shuffle.local.LocalShuffleService;
import java.util.Map;
import java.util.Set;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Modified;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The local exchange as a DS component. Its configuration {@code foggara.shuffle.local} holds defaults for options that a
 * job does not set; a value outside its range is logged, and the values before it stay in force.
 */
@Component(
        service = ShuffleService.class,
        immediate = true,
        configurationPid = "foggara.shuffle.local",
        property = "foggara.plugin=" + LocalShuffleService.NAME)
public final class LocalShuffleComponent implements ShuffleService {
    private static final Logger LOG = LoggerFactory.getLogger(LocalShuffleComponent.class);
    private static final String PREFIX = "shuffle.local.";

    private final LocalShuffleService service = new LocalShuffleService();

    @Activate
    public LocalShuffleComponent(Map<String, Object> properties) {
        modified(properties);
    }

    /** New defaults, for jobs that start from now on. */
    @Modified
    public void modified(Map<String, Object> properties) {
        try {
            service.defaults(Configuration.of(properties, PREFIX));
        } catch (InvalidOptionException e) {
            LOG.error(
                    "Configuration foggara.shuffle.local is not accepted, the values before it stay in force: {}",
                    e.getMessage());
        }
    }

    @Override
    public Set<String> capabilities() {
        return service.capabilities();
    }

    @Override
    public OptionSet options() {
        return service.options();
    }

    @Override
    public ShuffleMaster createMaster(ShuffleContext context) {
        return service.createMaster(context);
    }

    @Override
    public ShuffleEnvironment createEnvironment(ShuffleContext context) {
        return service.createEnvironment(context);
    }
}
