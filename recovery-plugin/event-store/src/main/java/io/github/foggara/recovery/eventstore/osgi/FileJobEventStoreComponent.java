package io.github.foggara.recovery.eventstore.osgi;

import io.github.foggara.api.event.EventLogContext;
import io.github.foggara.api.event.JobEventLog;
import io.github.foggara.api.event.JobEventStore;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.plugin.InvalidOptionException;
import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.recovery.eventstore.FileJobEventStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Modified;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The event store on files as a DS component. Its configuration {@code foggara.recovery.eventstore} holds defaults for options that a
 * job does not set; a value outside its range is logged, and the values before it stay in force.
 */
@Component(
        service = JobEventStore.class,
        immediate = true,
        configurationPid = "foggara.recovery.eventstore",
        property = "foggara.plugin=" + FileJobEventStore.NAME)
public final class FileJobEventStoreComponent implements JobEventStore {
    private static final Logger LOG = LoggerFactory.getLogger(FileJobEventStoreComponent.class);
    private static final String PREFIX = "job-event.store.";

    private final FileJobEventStore store = new FileJobEventStore();

    @Activate
    public FileJobEventStoreComponent(Map<String, Object> properties) {
        modified(properties);
    }

    /** New defaults, for logs that are opened from now on. */
    @Modified
    public void modified(Map<String, Object> properties) {
        try {
            store.defaults(Configuration.of(properties, PREFIX));
        } catch (InvalidOptionException e) {
            LOG.error(
                    "Configuration foggara.recovery.eventstore is not accepted, the values before it stay in force: {}",
                    e.getMessage());
        }
    }

    @Override
    public OptionSet options() {
        return store.options();
    }

    @Override
    public JobEventLog open(JobId job, long epoch, EventLogContext context, Replay replay) throws IOException {
        return store.open(job, epoch, context, replay);
    }

    @Override
    public String setAside(JobId job, Path directory) throws IOException {
        return store.setAside(job, directory);
    }

    @Override
    public void delete(JobId job, Path directory) throws IOException {
        store.delete(job, directory);
    }

    @Override
    public List<JobId> jobs(Path directory) throws IOException {
        return store.jobs(directory);
    }

    @Override
    public List<String> putAside(Path directory) throws IOException {
        return store.putAside(directory);
    }
}
