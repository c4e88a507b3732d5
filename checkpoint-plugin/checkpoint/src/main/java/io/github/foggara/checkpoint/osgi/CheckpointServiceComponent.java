package io.github.foggara.checkpoint.osgi;

import io.github.foggara.api.checkpoint.BarrierContext;
import io.github.foggara.api.checkpoint.BarrierHandler;
import io.github.foggara.api.checkpoint.CheckpointContext;
import io.github.foggara.api.checkpoint.CheckpointCoordinator;
import io.github.foggara.api.checkpoint.CheckpointService;
import io.github.foggara.api.checkpoint.CheckpointStorage;
import io.github.foggara.api.checkpoint.StorageContext;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.plugin.InvalidOptionException;
import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.checkpoint.CheckpointOptions;
import io.github.foggara.checkpoint.DefaultCheckpointService;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Modified;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The checkpoint service {@code default} as a DS component. Its configuration {@code foggara.checkpoint} holds values of options that a job
 * does not set; one outside its range is logged, and the values before it stay in force.
 */
@Component(
        service = CheckpointService.class,
        immediate = true,
        configurationPid = "foggara.checkpoint",
        property = "foggara.plugin=" + DefaultCheckpointService.NAME)
public final class CheckpointServiceComponent implements CheckpointService {
    private static final Logger LOG = LoggerFactory.getLogger(CheckpointServiceComponent.class);

    private final DefaultCheckpointService service = new DefaultCheckpointService();

    @Activate
    public CheckpointServiceComponent(Map<String, Object> properties) {
        modified(properties);
    }

    /** New values for jobs that begin a life, or are reconfigured, from now on. */
    @Modified
    public void modified(Map<String, Object> properties) {
        try {
            service.defaults(Configuration.of(properties, CheckpointOptions.PREFIX));
        } catch (InvalidOptionException e) {
            LOG.error(
                    "Configuration foggara.checkpoint is not accepted, the values before it stay in force: {}",
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
    public CheckpointCoordinator createCoordinator(CheckpointContext context) {
        return service.createCoordinator(context);
    }

    @Override
    public BarrierHandler createBarrierHandler(BarrierContext context) {
        return service.createBarrierHandler(context);
    }

    @Override
    public Configuration storageOptions(Configuration job) {
        return service.storageOptions(job);
    }

    @Override
    public CheckpointStorage openStorage(StorageContext context) throws IOException {
        return service.openStorage(context);
    }

    @Override
    public void release(StorageContext run, CheckpointCoordinator.End end) throws IOException {
        service.release(run, end);
    }
}
