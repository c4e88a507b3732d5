package io.github.foggara.kernel.jobmaster.log;

import io.github.foggara.api.event.EventLogContext;
import io.github.foggara.api.event.EventRecord;
import io.github.foggara.api.event.JobEventLog;
import io.github.foggara.api.event.JobEventStore;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.ha.LeaderElection;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.kernel.config.JobOptions;
import io.github.foggara.kernel.jobmaster.state.JobEvent;
import io.github.foggara.kernel.jobmaster.state.JobEventCodec;
import io.github.foggara.kernel.jobmaster.state.JobState;
import io.github.foggara.kernel.plugin.Lease;
import io.github.foggara.kernel.plugin.PluginRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens, closes and deletes the logs of jobs, on io threads. Any thread; nothing here blocks, answers come on an io thread. */
public final class EventLogs {
    private static final Logger LOG = LoggerFactory.getLogger(EventLogs.class);

    private final EngineRuntime runtime;
    private final PluginRegistry plugins;
    private final LeaderElection election;
    private final Path directory;

    /**
     * @param directory that survives a restart
     */
    public EventLogs(EngineRuntime runtime, PluginRegistry plugins, LeaderElection election, Path directory) {
        this.runtime = runtime;
        this.plugins = plugins;
        this.election = election;
        this.directory = directory;
    }

    /**
     * What became of an order to open a log.
     *
     * @param log null if it could not be opened
     * @param state what the log said; empty for a fresh start
     * @param growth how much stands in the log
     * @param words why it could not be opened, or why it holds nothing although the run had one; empty otherwise
     */
    public record Answer(long epoch, JobEventLog log, JobState state, LogGrowth growth, Optional<String> words) {}

    /**
     * Opens the log of a run under a new epoch and replays it. A log that is damaged is put aside, and an empty one is opened.
     *
     * @param store leased by the caller until the log is closed
     */
    public void open(
            JobId job,
            Configuration configuration,
            JobEventStore store,
            JobEventLog.Listener listener,
            Consumer<Answer> answer) {
        EventLogContext context = new EventLogContext(directory, configuration, runtime, listener);
        runtime.executeBlocking(() -> answer.accept(tryOpen(job, store, context)));
    }

    private Answer tryOpen(JobId job, JobEventStore store, EventLogContext context) {
        try {
            return replayed(job, store, context, Optional.empty());
        } catch (Damage damage) {
            return afresh(job, store, context, damage.getMessage());
        } catch (Throwable e) {
            // Also an error of memory: whoever waits for the answer must get one.
            return failed(e);
        }
    }

    private Answer afresh(JobId job, JobEventStore store, EventLogContext context, String damage) {
        try {
            String place = store.setAside(job, directory);
            String words = "The event log of the run cannot be used (" + damage + "). It is kept as " + place
                    + "; what it held is forgotten";
            return replayed(job, store, context, Optional.of(words));
        } catch (Throwable e) {
            return failed(e);
        }
    }

    private static Answer failed(Throwable e) {
        LOG.warn("The event log of a job cannot be opened", e);
        return new Answer(0, null, null, null, Optional.of(e.getMessage() == null ? e.toString() : e.getMessage()));
    }

    private Answer replayed(JobId job, JobEventStore store, EventLogContext context, Optional<String> words)
            throws IOException, Damage {
        Replayed replayed = new Replayed(job, context.configuration().get(JobOptions.EVENT_STORE_COMPACTION));
        long epoch = election.nextEpoch();
        JobEventLog log = store.open(job, epoch, context, replayed);
        try {
            requireWhole(log.opening());
            if (replayed.problem != null) {
                throw new Damage(replayed.problem);
            }
            return new Answer(epoch, log, replayed.state, replayed.growth, words);
        } catch (Throwable e) {
            log.close();
            throw e;
        }
    }

    private static void requireWhole(JobEventLog.Opening opening) throws Damage {
        switch (opening.end()) {
            case DAMAGED, DAMAGED_PREFIX -> throw new Damage(opening.words());
            case TORN_TAIL -> LOG.info("{}", opening.words());
            case EMPTY, WHOLE -> {}
        }
    }

    /** Writes what is queued and ends the log; {@code done} is called on an io thread. */
    public void close(JobEventLog log, Runnable done) {
        runtime.executeBlocking(() -> {
            try {
                log.close();
            } catch (RuntimeException | LinkageError e) {
                LOG.warn("An event log was not closed cleanly", e);
            } finally {
                done.run();
            }
        });
    }

    /** The run is over and that is recorded: its log is not needed any more. Nothing if another process leads, which may write it. */
    public void delete(JobId job, String store) {
        Optional<Lease<JobEventStore>> lease = plugins.lease(JobEventStore.class, store);
        lease.ifPresent(held -> runtime.executeBlocking(() -> {
            try (held) {
                requireLead();
                held.service().delete(job, directory);
            } catch (IOException | RuntimeException | LinkageError e) {
                LOG.warn("The event log of run {} was not deleted", job, e);
            }
        }));
    }

    /**
     * That this process may act for all runs that are kept here. On an io thread; may block.
     *
     * @throws IOException if another one may, or it cannot be found out
     */
    public void requireLead() throws IOException {
        election.nextEpoch();
    }

    /**
     * What is kept of runs.
     *
     * @param logs runs of which there is a log
     * @param putAside places of damaged logs that were put aside, in words
     */
    public record Kept(List<JobId> logs, List<String> putAside) {}

    /**
     * What a store keeps of all runs, known or not; told on an io thread if this process leads: logs of a process that does are none of
     * ours.
     *
     * @param answer given nothing if that cannot be found out now
     */
    public void list(String store, Consumer<Optional<Kept>> answer) {
        Optional<Lease<JobEventStore>> lease = plugins.lease(JobEventStore.class, store);
        lease.ifPresent(held -> runtime.executeBlocking(() -> answer.accept(kept(held))));
    }

    private Optional<Kept> kept(Lease<JobEventStore> lease) {
        try (lease) {
            Kept kept =
                    new Kept(lease.service().jobs(directory), lease.service().putAside(directory));
            if (!kept.logs().isEmpty()) {
                requireLead();
            }
            return Optional.of(kept);
        } catch (IOException | RuntimeException | LinkageError e) {
            LOG.info("Whether logs of forgotten runs are left is not known yet", e);
            return Optional.empty();
        }
    }

    /** Applies events as they are read, up to the first that cannot be. */
    private static final class Replayed implements JobEventStore.Replay {
        private final JobEventCodec codec;
        private final JobState state;
        private final LogGrowth growth;
        private String problem;

        Replayed(JobId job, int mostEvents) {
            codec = new JobEventCodec(job);
            state = new JobState(job);
            growth = new LogGrowth(mostEvents);
        }

        @Override
        public void event(long position, EventRecord record) {
            if (problem != null) {
                return;
            }
            try {
                JobEvent event = codec.decode(record);
                state.replay(event);
                if (event instanceof JobEvent.Imaged) {
                    growth.imaged(record.payload().length);
                } else {
                    growth.added(record);
                }
            } catch (IllegalArgumentException | IllegalStateException e) {
                problem = "event " + position + ": " + e.getMessage();
            }
        }
    }

    /** What a log holds cannot be believed. */
    private static final class Damage extends Exception {
        private static final long serialVersionUID = 1L;

        Damage(String words) {
            super(words);
        }
    }
}
