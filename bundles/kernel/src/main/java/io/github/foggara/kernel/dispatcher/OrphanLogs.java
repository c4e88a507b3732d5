package io.github.foggara.kernel.dispatcher;

import io.github.foggara.api.event.JobEventStore;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.kernel.jobmaster.JobServices;
import io.github.foggara.kernel.jobmaster.log.EventLogs;
import io.github.foggara.kernel.runtime.OwnerThread;
import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Event logs that no run needs any more: their run was submitted to a container that was killed, or ended while its store was not there.
 * They are looked for when the container has read its records, in each event store that is there or comes later. Dispatcher thread only.
 *
 * <p>A store is listed first and runs are asked after that: a run that begins meanwhile is known by then.
 */
final class OrphanLogs {
    private static final Logger LOG = LoggerFactory.getLogger(OrphanLogs.class);
    private static final long LOOK_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final JobServices services;
    private final RunStore records;
    private final OwnerThread owner;
    private final Map<String, JobEntry> entries;
    /** Stores that are there and were looked into since they came. */
    private final Set<String> lookedInto = new HashSet<>();

    private final Set<String> told = new HashSet<>();
    private AutoCloseable watch = () -> {};
    private boolean ended;

    /**
     * @param entries by name; read only
     */
    OrphanLogs(JobServices services, RunStore records, OwnerThread owner, Map<String, JobEntry> entries) {
        this.services = services;
        this.records = records;
        this.owner = owner;
        this.entries = entries;
    }

    /** All records were read. */
    void begin() {
        watch = services.plugins().onChange(() -> owner.execute(this::look));
        look();
    }

    void end() {
        ended = true;
        try {
            watch.close();
        } catch (Exception e) {
            LOG.warn("Event stores are still watched", e);
        }
    }

    private void look() {
        Set<String> stores = Set.copyOf(services.plugins().names(JobEventStore.class));
        lookedInto.retainAll(stores);
        for (String store : stores) {
            if (lookedInto.add(store)) {
                list(store);
            }
        }
    }

    private void list(String store) {
        if (!ended && lookedInto.contains(store)) {
            services.logs().list(store, kept -> owner.execute(() -> listed(store, kept)));
        }
    }

    private void listed(String store, Optional<EventLogs.Kept> kept) {
        if (ended) {
            return;
        }
        if (kept.isEmpty()) {
            owner.schedule(LOOK_AGAIN_NANOS, () -> list(store));
            return;
        }
        for (String place : kept.get().putAside()) {
            if (told.add(place)) {
                LOG.warn("A damaged event log was put aside: {}. Delete it when it is not needed any more", place);
            }
        }
        try {
            deleteUnneeded(store, kept.get());
        } catch (IOException | RunStore.DamagedRunException e) {
            LOG.warn("Event logs of forgotten runs are kept: whether a run needs them is not known", e);
        }
    }

    private void deleteUnneeded(String store, EventLogs.Kept kept) throws IOException, RunStore.DamagedRunException {
        Set<JobId> orphans = new HashSet<>(kept.logs());
        if (orphans.isEmpty()) {
            return;
        }
        orphans.removeAll(neededNow());
        orphans.removeAll(neededByRecords());
        for (JobId orphan : orphans) {
            LOG.info("The event log of run {} is deleted: no job needs it any more", orphan);
            services.logs().delete(orphan, store);
        }
    }

    /** A run that is over needs its log as long as that is not recorded. */
    private Set<JobId> neededNow() {
        Set<JobId> needed = new HashSet<>();
        for (JobEntry entry : entries.values()) {
            if (entry.record != null
                    && (entry.master != null
                            || entry.recordError.isPresent()
                            || !entry.status.state().terminal())) {
                needed.add(entry.record.id());
            }
        }
        return needed;
    }

    /** Read again: another container may have led, and written, until now. */
    private Set<JobId> neededByRecords() throws IOException, RunStore.DamagedRunException {
        Set<JobId> needed = new HashSet<>();
        for (String name : records.names()) {
            records.load(name)
                    .filter(record -> !record.status().state().terminal())
                    .ifPresent(record -> needed.add(record.id()));
        }
        return needed;
    }
}
