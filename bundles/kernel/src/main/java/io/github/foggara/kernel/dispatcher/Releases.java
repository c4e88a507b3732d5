package io.github.foggara.kernel.dispatcher;

import io.github.foggara.api.checkpoint.CheckpointService;
import io.github.foggara.api.checkpoint.StorageContext;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.kernel.config.JobOptions;
import io.github.foggara.kernel.config.JobProperties;
import io.github.foggara.kernel.jobmaster.CheckpointPlace;
import io.github.foggara.kernel.jobmaster.JobServices;
import io.github.foggara.kernel.plugin.Lease;
import io.github.foggara.kernel.plugin.Turns;
import io.github.foggara.kernel.runtime.OwnerThread;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checkpoints of runs that are over: their plugin deletes or keeps them, as the retention says of that end. Whatever ended the run, and
 * whether a life of it was there then, makes no difference. What cannot be done now is tried again, also when the plugin comes; also
 * while another process leads, which may go on with the run. Dispatcher thread only.
 */
final class Releases {
    private static final Logger LOG = LoggerFactory.getLogger(Releases.class);
    private static final long TRY_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final JobServices services;
    private final OwnerThread owner;
    private final Function<JobProperties, Configuration> effective;
    private final JobTable table;
    private final Map<String, JobEntry> entries;
    private final Map<JobId, Release> waiting = new LinkedHashMap<>();
    private AutoCloseable watch;

    private static final class Release {
        final String job;
        final RunRecord run;
        boolean underWay;

        Release(String job, RunRecord run) {
            this.job = job;
            this.run = run;
        }
    }

    /**
     * @param effective options of a job with those values
     * @param entries by name; read only
     */
    Releases(
            JobServices services,
            OwnerThread owner,
            Function<JobProperties, Configuration> effective,
            JobTable table,
            Map<String, JobEntry> entries) {
        this.services = services;
        this.owner = owner;
        this.effective = effective;
        this.table = table;
        this.entries = entries;
    }

    /** Nobody goes on with that run, and that is recorded. Nothing if it has no checkpoints. */
    void add(String job, RunRecord run) {
        if (run.checkpoints().isPresent() && !waiting.containsKey(run.id())) {
            waiting.put(run.id(), new Release(job, run));
            if (watch == null) {
                watch = services.plugins().onChange(() -> owner.execute(this::look));
            }
            if (table.closing()) {
                look();
            } else {
                // When it is known what all jobs begin from.
                owner.execute(this::look);
            }
        }
    }

    /**
     * A record was read when the container started.
     *
     * @param loaded the record; another one if the entry goes on with declined values
     */
    void found(JobEntry entry, RunRecord loaded) {
        boolean same = entry.record.id().equals(loaded.id());
        if (!same || entry.record.status().state().terminal()) {
            add(entry.name, same ? entry.record : loaded);
        }
    }

    private void look() {
        List.copyOf(waiting.values()).stream()
                .filter(release -> !release.underWay)
                .forEach(release ->
                        namedBy(release.run.id()).ifPresentOrElse(job -> keep(release, job), () -> begin(release)));
    }

    /** A job that is to begin from a checkpoint of that run: it is the user's then, as a savepoint is. */
    private Optional<String> namedBy(JobId run) {
        return entries.values().stream()
                .filter(entry -> Stream.of(
                                entry.record == null ? null : entry.record.accepted(), entry.next, entry.wanted)
                        .filter(Objects::nonNull)
                        .map(values -> effective.apply(values).get(JobOptions.RECOVERY_PATH))
                        .anyMatch(path -> path != null && path.contains(run.toString())))
                .map(entry -> entry.name)
                .findFirst();
    }

    private void keep(Release release, String job) {
        LOG.warn(
                "The checkpoints of job {}, run {}, which is over, stay: {} of job {} names one of them. Delete them"
                        + " when that job has a checkpoint of its own",
                release.job,
                release.run.id(),
                JobOptions.RECOVERY_PATH.key(),
                job);
        waiting.remove(release.run.id());
        forget(release.run);
    }

    /** When nothing that a life of the run began is under way there any more. */
    private void begin(Release release) {
        CheckpointPlace place = release.run.checkpoints().orElseThrow();
        services.plugins().lease(CheckpointService.class, place.service()).ifPresent(lease -> {
            release.underWay = true;
            StorageContext context = new StorageContext(
                    release.run.id(),
                    release.job,
                    services.checkpoints(),
                    effective.apply(release.run.accepted()).withDefaults(place.options()),
                    0);
            Turns<JobId>.Turn turn = services.storageTurns().next(release.run.id());
            turn.whenAlone(() -> services.runtime().executeBlocking(() -> work(release, context, lease, turn)));
        });
    }

    /** On an io thread. */
    private void work(Release release, StorageContext context, Lease<CheckpointService> lease, Turns<JobId>.Turn turn) {
        Throwable problem = null;
        try (lease) {
            services.logs().requireLead();
            lease.service().release(context, release.run.end());
        } catch (Throwable e) {
            problem = e;
        } finally {
            turn.release();
        }
        Throwable thrown = problem;
        owner.execute(() -> ended(release, thrown));
    }

    private void ended(Release release, Throwable problem) {
        release.underWay = false;
        if (problem == null) {
            LOG.info(
                    "The checkpoints of job {}, run {}, are released: {}",
                    release.job,
                    release.run.id(),
                    release.run.end());
            waiting.remove(release.run.id());
            forget(release.run);
        } else {
            LOG.warn(
                    "The checkpoints of job {}, run {}, which is over, are not released yet; it is tried again",
                    release.job,
                    release.run.id(),
                    problem);
            owner.schedule(TRY_AGAIN_NANOS, this::look);
        }
    }

    private void forget(RunRecord run) {
        for (JobEntry entry : entries.values()) {
            if (entry.record != null && entry.record.id().equals(run.id())) {
                entry.record = entry.record.checkpoints(Optional.empty());
                table.save(entry);
            }
        }
    }

    /** The container stops; what is left is found again by the records, but that of runs which have none any more stays. */
    void close() {
        waiting.clear();
        try {
            if (watch != null) {
                watch.close();
            }
        } catch (Exception e) {
            LOG.warn("Checkpoint services are still watched", e);
        }
    }
}
