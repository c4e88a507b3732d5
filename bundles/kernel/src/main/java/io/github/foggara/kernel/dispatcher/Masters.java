package io.github.foggara.kernel.dispatcher;

import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.kernel.config.JobOptions;
import io.github.foggara.kernel.config.JobProperties;
import io.github.foggara.kernel.jobmaster.JobServices;
import io.github.foggara.kernel.jobmaster.JobSpec;
import io.github.foggara.kernel.jobmaster.RunReport;
import io.github.foggara.kernel.runtime.OwnerThread;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The JobMasters of the table's runs: starts them, with another one in the place of one that is gone. Dispatcher thread only. */
final class Masters {
    private static final Logger LOG = LoggerFactory.getLogger(Masters.class);
    /** After so many JobMasters of one run, the error is taken for one that comes again. */
    private static final int MAX_DEATHS = 3;
    /** After so long without another one, they are forgotten. */
    private static final long FORGET_DEATHS_MILLIS = TimeUnit.MINUTES.toMillis(10);

    private final JobServices services;
    private final JobTable table;
    private final OwnerThread owner;
    private final Releases releases;
    private Map<String, String> defaults;
    /** Why the newest defaults are not in force. Read by any thread. */
    private volatile List<String> refused = List.of();

    /**
     * @param defaults texts by option key for jobs that do not set them
     * @param entries by name; read only
     */
    Masters(
            JobServices services,
            JobTable table,
            OwnerThread owner,
            Map<String, String> defaults,
            Map<String, JobEntry> entries) {
        this.services = services;
        this.table = table;
        this.owner = owner;
        this.defaults = Map.copyOf(defaults);
        services.options().defaults(this.defaults.keySet());
        this.releases = new Releases(services, owner, this::effective, table, entries);
    }

    /** A line if the newest defaults are refused. Any thread. */
    List<String> refused() {
        return refused;
    }

    void launch(JobEntry entry) {
        if (table.closing()) {
            return;
        }
        RunRecord run = entry.record;
        JobSpec spec = new JobSpec(
                run.id(),
                entry.name,
                run.accepted().program(),
                run.code(),
                run.parameters(),
                run.token(),
                effective(run.accepted()),
                run.commit(),
                run.status(),
                run.nextAttempt());
        try {
            entry.master = RunWatch.launch(spec, services, entry, table, owner);
        } catch (RuntimeException | OutOfMemoryError e) {
            // An OutOfMemoryError of a thread that cannot be started says nothing of the heap.
            died(entry, "The JobMaster cannot be started: " + e, false);
        }
    }

    Configuration effective(JobProperties properties) {
        return new Configuration(properties.options()).withDefaults(defaults);
    }

    /**
     * Other defaults: each run goes on with them as if its own options had changed, if all that changes for it takes effect without a
     * restart; else it is brought down and goes on as after a restart of the container. Refused as a whole if a value is.
     */
    void defaults(Map<String, String> changed, Collection<JobEntry> entries) {
        Optional<String> problem = services.options().problemSoFar(changed);
        refused =
                problem
                        .map(words -> "The defaults for all jobs are refused, the former ones stay in force: " + words)
                        .stream()
                        .toList();
        if (problem.isPresent()) {
            LOG.error("{}", refused.get(0));
            return;
        }
        Map<String, String> former = defaults;
        defaults = Map.copyOf(changed);
        services.options().defaults(changed.keySet());
        for (JobEntry entry : entries) {
            if (entry.master == null || entry.commitPending()) {
                continue;
            }
            Map<String, String> own = entry.record.accepted().options();
            Configuration before = new Configuration(own).withDefaults(former);
            Configuration after = effective(entry.record.accepted());
            if (services.options().atOnce(before, after)) {
                entry.master.reconfigure(after);
            } else {
                entry.relaunch = true;
                entry.master.shutdown(true);
            }
        }
    }

    /**
     * The JobMaster of the entry's run is gone as after a crash: another one goes on from the log, but not for ever. What was ordered
     * before stands.
     *
     * @param fenced whether a JobMaster elsewhere has the run: then nothing of it is touched here
     */
    void died(JobEntry entry, String words, boolean fenced) {
        LOG.error("The JobMaster of job {} is gone: {}", entry.name, words);
        JobStatus state = entry.status.state();
        if (fenced) {
            entry.master = null;
            entry.state(JobStatus.SUSPENDED, words);
            table.publish(entry);
            table.noteDrained();
        } else if (table.closing()) {
            table.ended(entry);
        } else if (state == JobStatus.CANCELLING || state == JobStatus.FAILING) {
            over(entry, state == JobStatus.FAILING ? JobStatus.FAILED : JobStatus.CANCELED, entry.status.cause());
        } else if (entry.next != null || entry.removed || entry.relaunch) {
            services.executor().abandonJob(entry.record.id());
            table.ended(entry);
        } else if (mayGoOn(entry)) {
            launch(entry);
        } else if (entry.commitPending()) {
            // The decision to publish is not given up: a restart of the container or job:start tries again.
            entry.master = null;
            services.executor().abandonJob(entry.record.id());
            entry.state(
                    JobStatus.FAILED, words + "\nIts output is decided and not published; a restart goes on with that");
            table.publish(entry);
            table.noteDrained();
        } else {
            over(entry, JobStatus.FAILED, Optional.of(words));
        }
    }

    private boolean mayGoOn(JobEntry entry) {
        long now = services.runtime().currentTimeMillis();
        entry.deaths = now - entry.lastDeath < FORGET_DEATHS_MILLIS ? entry.deaths + 1 : 1;
        entry.lastDeath = now;
        return entry.deaths < MAX_DEATHS;
    }

    private void over(JobEntry entry, JobStatus state, Optional<String> cause) {
        services.executor().abandonJob(entry.record.id());
        RunReport last = entry.record.status().state(state);
        entry.record = entry.record.status(
                cause.map(last::cause).orElse(last), services.runtime().currentTimeMillis());
        entry.status = entry.record.status();
        table.save(entry);
        table.ended(entry);
    }

    Releases releases() {
        return releases;
    }

    /**
     * The log and the checkpoints of a run that is over, or in whose place is another one, are not needed once that is recorded. Until
     * then a container that starts would go on with it.
     */
    void forget(JobEntry entry) {
        if (entry.record != null && entry.recordError.isEmpty()) {
            forgetReplaced(entry);
            if (entry.record.status().state().terminal()) {
                forget(entry.name, entry.record);
            }
        }
    }

    /** There is no record of the job any more. */
    void forgetAll(JobEntry entry) {
        forgetReplaced(entry);
        if (entry.record != null) {
            forget(entry.name, entry.record);
        }
    }

    private void forgetReplaced(JobEntry entry) {
        entry.replaced.forEach(run -> forget(entry.name, run));
        entry.replaced.clear();
    }

    private void forget(String job, RunRecord run) {
        releases.add(job, run);
        services.logs().delete(run.id(), effective(run.accepted()).get(JobOptions.EVENT_STORE));
    }
}
