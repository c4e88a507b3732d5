package io.github.foggara.kernel.dispatcher;

import io.github.foggara.api.checkpoint.CheckpointMetadata;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.kernel.config.JobProperties;
import io.github.foggara.kernel.jobmaster.JobServices;
import io.github.foggara.kernel.runtime.OwnerThread;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All jobs, their runs and their records. Dispatcher thread only. */
final class JobTable {
    private static final Logger LOG = LoggerFactory.getLogger(JobTable.class);

    private final JobServices services;
    private final RunStore store;
    private final JobViews views;
    private final OwnerThread owner;
    private final Masters masters;
    private final Map<String, JobEntry> entries = new HashMap<>();
    private final Removals removals;
    private final OrphanLogs orphans;
    private boolean closing;
    private volatile boolean drained;

    /**
     * @param defaults texts by option key for jobs that do not set them
     */
    JobTable(JobServices services, RunStore store, JobViews views, OwnerThread owner, Map<String, String> defaults) {
        this.services = services;
        this.store = store;
        this.views = views;
        this.owner = owner;
        this.masters = new Masters(services, this, owner, defaults, entries);
        this.removals = new Removals(this, store, owner);
        this.orphans = new OrphanLogs(services, store, owner, entries);
    }

    /** Before any configuration: the records of earlier containers. Those whose configuration does not come go. */
    void recover(Predicate<String> mayCome) {
        removals.mayCome(mayCome);
        List<String> names;
        try {
            names = store.names();
        } catch (IOException e) {
            LOG.error("The records of jobs cannot be listed; jobs without a configuration are not shown", e);
            return;
        }
        for (String name : names) {
            if (views.find(name).isEmpty()) {
                JobEntry entry = new JobEntry(name, true);
                entries.put(name, entry);
                load(entry);
                removals.found(entry);
                publish(entry);
            }
        }
        orphans.begin();
    }

    /** Validated by the door. */
    void submitted(String name, JobProperties properties) {
        JobEntry entry = new JobEntry(name, false);
        entries.put(name, entry);
        begin(entry, properties);
    }

    /** The configuration of that name is this now. */
    void configured(String name, JobProperties wanted) {
        JobEntry entry = entries.get(name);
        if (entry != null && !entry.configured) {
            if (!entry.status.state().terminal()) {
                LOG.error("The configuration of job '{}' waits: a submitted job of that name is running", name);
                entry.wanted = wanted;
                return;
            }
            entry = null;
        }
        if (entry == null) {
            entry = new JobEntry(name, true);
            entries.put(name, entry);
            load(entry);
        } else if (entry.wanted == null
                && entry.master == null
                && !entry.status.state().terminal()) {
            entry.status = entry.record.status();
        } else if (entry.abandoned) {
            entry.abandoned = false;
            load(entry);
        }
        boolean leaving = entry.removed;
        boolean same = wanted.equals(entry.wanted);
        removals.keep(entry);
        entry.wanted = wanted;
        if (leaving && problemSoFar(wanted).isEmpty()) {
            newRun(entry, wanted);
        } else if (entry.damage.isPresent() && (same || entry.record == null && !entry.damageSeen)) {
            entry.damageSeen = true;
            publish(entry);
        } else if (entry.record != null && wanted.equals(entry.record.answered()) && entry.next == null) {
            entry.configurationError = Optional.empty();
            resume(entry);
        } else if (!wanted.equals(entry.next)) {
            changed(entry, wanted);
        }
    }

    private void load(JobEntry entry) {
        entry.damage = Optional.empty();
        try {
            Optional<RunRecord> record = store.load(entry.name);
            if (record.isPresent()) {
                entry.record = record.get().afterRestart(services.runtime());
                entry.status = entry.record.status();
                if (entry.record != record.get()) {
                    save(entry);
                }
                masters.releases().found(entry, record.get());
            }
        } catch (RunStore.DamagedRunException e) {
            LOG.error("{}", e.getMessage());
            entry.damaged(e.getMessage());
        }
    }

    private void changed(JobEntry entry, JobProperties wanted) {
        Optional<String> problem = entry.mayLackPlugins() ? problemSoFar(wanted) : problem(wanted);
        entry.configurationError = problem;
        if (problem.isPresent()) {
            LOG.error("The configuration of job '{}' is refused: {}", entry.name, problem.get());
            if (entry.record == null) {
                entry.state(JobStatus.FAILED, problem.get());
                publish(entry);
            } else {
                resume(entry);
            }
            return;
        }
        if (entry.record != null && !entry.status.state().terminal() && entry.next == null && atOnce(entry, wanted)) {
            entry.record = entry.record.accepted(wanted);
            save(entry);
            if (entry.master != null) {
                entry.master.reconfigure(masters.effective(wanted));
            }
            resume(entry);
            return;
        }
        newRun(entry, wanted);
    }

    private boolean atOnce(JobEntry entry, JobProperties wanted) {
        JobProperties old = entry.record.accepted();
        return entry.record.declined().isEmpty()
                && old.program().equals(wanted.program())
                && old.arguments().equals(wanted.arguments())
                && services.options().atOnce(new Configuration(old.options()), new Configuration(wanted.options()));
    }

    /** Why a configuration cannot be accepted. */
    Optional<String> problem(JobProperties properties) {
        return properties
                .noProgram(services.programs().names())
                .or(() -> services.options().problem(properties.options()));
    }

    /** As {@link #problem}, but of a job whose plugins may be missing: what nobody knows yet is looked at when its program is planned. */
    private Optional<String> problemSoFar(JobProperties properties) {
        return properties
                .noProgram(services.programs().names())
                .or(() -> services.options().problemSoFar(properties.options()));
    }

    /** Goes on with a run that is not over. */
    void resume(JobEntry entry) {
        if (entry.master == null && !entry.status.state().terminal()) {
            masters.launch(entry);
        }
        publish(entry);
    }

    private void newRun(JobEntry entry, JobProperties properties) {
        if (entry.record != null && entry.record.declined().isPresent()) {
            entry.record = entry.record.declined(Optional.empty());
            save(entry);
        }
        if (entry.record != null && entry.record.commit().isPresent()) {
            LOG.info("Job {} starts again with new values when its output is published", entry.name);
            entry.next = properties;
            resume(entry);
        } else if (entry.master == null) {
            begin(entry, properties);
        } else {
            LOG.info("Job {} starts again with new values", entry.name);
            entry.next = properties;
            entry.master.shutdown(false);
        }
    }

    private void begin(JobEntry entry, JobProperties properties) {
        entry.next = null;
        entry.relaunch = false;
        entry.cancelOrdered = false;
        entry.deaths = 0;
        entry.damage = Optional.empty();
        entry.replace(RunRecord.fresh(properties, services.runtime()));
        if (save(entry)) {
            masters.forget(entry);
            masters.launch(entry);
            publish(entry);
        } else {
            failUnrecorded(entry);
        }
    }

    /** The configuration of that name is gone, perhaps for a moment. */
    void vanished(String name) {
        JobEntry entry = entries.get(name);
        if (entry != null && entry.configured) {
            removals.vanished(entry);
        }
    }

    boolean closing() {
        return closing;
    }

    /** A checkpoint of that job is asked for. */
    void trigger(String name, CheckpointRequest request) {
        JobEntry entry = entries.get(name);
        if (entry == null || entry.master == null) {
            request.failed("Job '" + name + "' does not run now");
        } else {
            entry.master.trigger(CheckpointMetadata.Kind.CHECKPOINT, request);
        }
    }

    Masters masters() {
        return masters;
    }

    /** Options for jobs that do not set them have changed. */
    void defaults(Map<String, String> changed) {
        masters.defaults(changed, entries.values());
    }

    void drop(JobEntry entry) {
        entries.remove(entry.name, entry);
        try {
            store.delete(entry.name);
            masters.forgetAll(entry);
        } catch (IOException e) {
            LOG.error("The record of job {} cannot be deleted; what its run needs is kept", entry.name, e);
        }
        views.remove(entry.name);
    }

    /** Runs a job again that is over. */
    void start(String name) {
        JobEntry entry = entries.get(name);
        if (entry == null) {
            return;
        }
        if (!entry.status.state().terminal() || entry.master != null) {
            publish(entry);
        } else if (entry.commitPending()) {
            entry.deaths = 0;
            entry.status = entry.record.status();
            resume(entry);
        } else if (entry.record != null) {
            begin(entry, entry.record.accepted());
        } else if (entry.wanted != null) {
            changed(entry, entry.wanted);
        } else {
            publish(entry);
        }
    }

    void cancel(String name) {
        JobEntry entry = entries.get(name);
        if (entry == null || entry.master == null) {
            cancelWaiting(entry);
            return;
        }
        if (entry.next != null) {
            // The JobMaster may be ending already, for the new values, and would not hear of it.
            entry.record = entry.record.declined(Optional.of(entry.next));
            entry.next = null;
            save(entry);
        }
        entry.cancelOrdered = entry.relaunch;
        entry.master.cancel();
    }

    /** A run that waits for its configuration; others without a JobMaster are over. */
    private void cancelWaiting(JobEntry entry) {
        if (entry == null || entry.record == null || entry.status.state().terminal()) {
            return;
        }
        canceled(
                entry,
                "Canceled while it waited for its configuration"
                        + (entry.commitPending() ? "; whether its output is published must be looked at" : ""));
    }

    private void canceled(JobEntry entry, String cause) {
        entry.record = entry.record.status(
                entry.record.status().state(JobStatus.CANCELED).cause(cause),
                services.runtime().currentTimeMillis());
        entry.status = entry.record.status();
        save(entry);
        masters.forget(entry);
        publish(entry);
    }

    /** No run begins any more; those that run are ended without ending their records. */
    void close() {
        closing = true;
        orphans.end();
        masters.releases().close();
        for (JobEntry entry : entries.values()) {
            if (entry.master != null) {
                entry.master.shutdown(entry.configured);
            }
        }
        noteDrained();
    }

    /** Any thread: {@link #close} was called, and no run is left. */
    boolean drained() {
        return drained;
    }

    void noteDrained() {
        drained = closing && entries.values().stream().allMatch(e -> e.master == null);
        views.wake();
    }

    /** Nothing of the entry's run is running any more. */
    void ended(JobEntry entry) {
        entry.master = null;
        masters.forget(entry);
        if (entry.removed && !entry.commitPending()) {
            drop(entry);
        } else if (entry.record.declined().isPresent() && !entry.commitPending()) {
            entry.replace(entry.record.ofDeclined(services.runtime()));
            save(entry);
            masters.forget(entry);
            publish(entry);
        } else if (entry.next != null && !closing) {
            begin(entry, entry.next);
        } else if (entry.cancelOrdered && !entry.status.state().terminal()) {
            entry.relaunch = false;
            canceled(entry, "Canceled while it was brought down for other defaults");
        } else if (entry.relaunch && !closing && !entry.status.state().terminal()) {
            entry.relaunch = false;
            masters.launch(entry);
        } else if (!entry.configured && entry.wanted != null && !closing) {
            configured(entry.name, entry.wanted);
        } else {
            publish(entry);
        }
        noteDrained();
    }

    void publish(JobEntry entry) {
        views.publish(entry.name, entry.view());
    }

    /**
     * @return false if the disk refused; the entry says so until a later record is written
     */
    boolean save(JobEntry entry) {
        if (!entry.configured) {
            return true;
        }
        try {
            store.save(entry.name, entry.record);
            entry.recordError = Optional.empty();
            return true;
        } catch (IOException e) {
            String words = "The run of job '" + entry.name + "' cannot be recorded in the data directory (" + e
                    + "): make room or correct its permissions, then start the job again";
            LOG.error("{}", words);
            entry.recordError = Optional.of(words);
            return false;
        }
    }

    void failUnrecorded(JobEntry entry) {
        entry.state(JobStatus.FAILED, entry.recordError.orElse(""));
        publish(entry);
    }
}
