package io.github.foggara.shuffle.netty.osgi;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.plugin.InvalidOptionException;
import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.api.shuffle.ShuffleContext;
import io.github.foggara.api.shuffle.ShuffleEnvironment;
import io.github.foggara.api.shuffle.ShuffleMaster;
import io.github.foggara.api.shuffle.ShuffleService;
import io.github.foggara.shuffle.netty.NettyShuffleService;
import java.util.Map;
import java.util.Set;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Modified;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The exchange between processes as a DS component. Its configuration {@code foggara.shuffle.netty} holds defaults for options that a
 * job does not set; a value outside its range is logged, and the values before it stay in force.
 */
@Component(
        service = ShuffleService.class,
        immediate = true,
        configurationPid = "foggara.shuffle.netty",
        property = "foggara.plugin=" + NettyShuffleService.NAME)
public final class NettyShuffleComponent implements ShuffleService {
    private static final Logger LOG = LoggerFactory.getLogger(NettyShuffleComponent.class);
    private static final String PREFIX = "shuffle.netty.";

    private final NettyShuffleService service = new NettyShuffleService();

    @Activate
    public NettyShuffleComponent(Map<String, Object> properties) {
        modified(properties);
    }

    /** New defaults, for jobs that start from now on. */
    @Modified
    public void modified(Map<String, Object> properties) {
        try {
            service.defaults(Configuration.of(properties, PREFIX));
        } catch (InvalidOptionException e) {
            LOG.error(
                    "Configuration foggara.shuffle.netty is not accepted, the values before it stay in force: {}",
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
