package io.github.foggara.kernel.dispatcher;

import io.github.foggara.api.client.JobStatus;
import io.github.foggara.kernel.config.JobOptions;
import io.github.foggara.kernel.config.JobProperties;
import io.github.foggara.kernel.runtime.OwnerThread;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Jobs whose configuration is not there: it vanished while the container ran, or the container started and found only the
 * record of a run. They go after their {@code job.removal-grace}, and nothing that was decided goes with them: output that is
 * to be published is published first, a record that cannot be read is kept. Dispatcher thread only.
 */
final class Removals {
    private static final Logger LOG = LoggerFactory.getLogger(Removals.class);
    private static final long LOOK_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final JobTable table;
    private final RunStore store;
    private final OwnerThread owner;
    private Predicate<String> mayCome = name -> false;

    Removals(JobTable table, RunStore store, OwnerThread owner) {
        this.table = table;
        this.store = store;
        this.owner = owner;
    }

    /** Whether a job's configuration, of which nothing was told yet, is still to be reckoned with. */
    void mayCome(Predicate<String> test) {
        mayCome = test;
    }

    /** The container has started and found the record of this entry. */
    void found(JobEntry entry) {
        if (!entry.status.state().terminal()) {
            entry.status = entry.status
                    .state(JobStatus.SUSPENDED)
                    .cause("Waits for its configuration '" + entry.name + "'; without one, the job is removed"
                            + (entry.commitPending() ? " when its output is published" : ""));
        }
        entry.removal = owner.schedule(graceNanos(entry), () -> due(entry));
    }

    /** The configuration was there and is gone, perhaps for a moment. */
    void vanished(JobEntry entry) {
        if (entry.removal == null) {
            LOG.info("The configuration of job {} has vanished", entry.name);
            entry.removal = owner.schedule(graceNanos(entry), () -> due(entry));
        }
    }

    /** The configuration is there. */
    void keep(JobEntry entry) {
        entry.removed = false;
        if (entry.removal != null) {
            entry.removal.cancel();
            entry.removal = null;
            if (entry.wanted != null) {
                LOG.info("The configuration of job {} is back", entry.name);
            }
        }
    }

    private long graceNanos(JobEntry entry) {
        JobProperties values = entry.record == null ? entry.wanted : entry.record.accepted();
        try {
            return table.masters()
                    .effective(values == null ? JobEntry.NOTHING : values)
                    .get(JobOptions.REMOVAL_GRACE)
                    .toNanos();
        } catch (IllegalArgumentException e) {
            return JobOptions.REMOVAL_GRACE.fallback().toNanos();
        }
    }

    private void due(JobEntry entry) {
        if (entry.removal == null || table.closing()) {
            return;
        }
        if (entry.wanted == null && isKept(entry)) {
            entry.removal = owner.schedule(Math.max(graceNanos(entry), LOOK_AGAIN_NANOS), () -> due(entry));
            return;
        }
        entry.removal = null;
        entry.removed = true;
        entry.next = null;
        LOG.info("Job {} is removed with its configuration", entry.name);
        if (entry.commitPending()) {
            table.resume(entry);
        } else if (entry.master == null) {
            table.drop(entry);
        } else {
            entry.master.cancel();
        }
    }

    private boolean isKept(JobEntry entry) {
        if (mayCome.test(entry.name)) {
            return true;
        }
        if (entry.damage.isEmpty() || !store.exists(entry.name)) {
            return false;
        }
        if (!entry.abandoned) {
            entry.abandoned = true;
            entry.damaged("Job '" + entry.name + "' has no configuration any more, and the record of its last run, "
                    + store.file(entry.name) + ", is damaged: it is not known whether its output was published. Look at"
                    + " its output, then delete that file; or configure the job again");
            LOG.error("{}", entry.damage.orElseThrow());
            table.publish(entry);
        }
        return true;
    }
}
