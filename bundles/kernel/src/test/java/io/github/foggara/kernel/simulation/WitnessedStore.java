package io.github.foggara.kernel.simulation;

import io.github.foggara.api.event.EventLogContext;
import io.github.foggara.api.event.EventRecord;
import io.github.foggara.api.event.JobEventLog;
import io.github.foggara.api.event.JobEventStore;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.kernel.jobmaster.state.JobEvent;
import io.github.foggara.kernel.jobmaster.state.JobEventCodec;
import io.github.foggara.kernel.jobmaster.state.JobState;
import io.github.foggara.testkit.event.InMemoryJobEventStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Hands everything on to a store, lets the JobMaster die where the chaos wants it, and reads the log after each write: it can be
 * replayed, says the same each time, and charges no failure that was not made.
 */
final class WitnessedStore implements JobEventStore {
    private final JobEventStore store;
    private final InMemoryJobEventStore disk;
    private final Chaos chaos;
    private final Witness witness;
    private int appended;

    /**
     * @param store the one that is used
     * @param disk the one below it
     */
    WitnessedStore(JobEventStore store, InMemoryJobEventStore disk, Chaos chaos, Witness witness) {
        this.store = store;
        this.disk = disk;
        this.chaos = chaos;
        this.witness = witness;
    }

    @Override
    public OptionSet options() {
        return store.options();
    }

    @Override
    public JobEventLog open(JobId job, long epoch, EventLogContext context, Replay replay) throws IOException {
        EventLogContext watched = new EventLogContext(
                context.directory(), context.configuration(), context.runtime(), new Listener(job, context.listener()));
        return new Log(store.open(job, epoch, watched, replay));
    }

    @Override
    public String setAside(JobId job, Path directory) throws IOException {
        witness.wrong("A log that nobody damaged is put aside");
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

    private void check(JobId job) {
        JobEventCodec codec = new JobEventCodec(job);
        try {
            List<JobEvent> events = disk.events(job).stream().map(codec::decode).toList();
            JobState state = JobState.replay(job, events);
            String words = words(state);
            if (!words.equals(words(JobState.replay(job, events)))) {
                witness.wrong("Two replays of one log differ");
            }
            check(state, events);
        } catch (RuntimeException e) {
            witness.wrong("The log cannot be replayed: " + e);
        }
    }

    private void check(JobState state, List<JobEvent> events) {
        if (state.incidentCount() > witness.failures()) {
            witness.wrong(state.incidentCount() + " incidents are charged for " + witness.failures() + " failures: "
                    + state.incidents());
        }
        if (state.incidentCount() > chaos.restarts() + 1L) {
            witness.wrong(state.incidentCount() + " incidents, though the back-off allows " + chaos.restarts());
        }
        for (JobEvent event : events) {
            if (event instanceof JobEvent.TaskFinished done) {
                witness.saidFinished(done.task().vertex(), done.task().subtask(), done.attempt());
            }
        }
    }

    private static String words(JobState state) {
        StringBuilder text = new StringBuilder().append(state.incidents());
        state.executions().forEach(e -> text.append(' ').append(e.id()).append(e.state()));
        return text.toString();
    }

    private final class Listener implements JobEventLog.Listener {
        private final JobId job;
        private final JobEventLog.Listener listener;

        Listener(JobId job, JobEventLog.Listener listener) {
            this.job = job;
            this.listener = listener;
        }

        @Override
        public void durable(long position) {
            check(job);
            listener.durable(position);
        }

        @Override
        public void drained() {
            listener.drained();
        }

        @Override
        public void degraded(long position, String words) {
            listener.degraded(position, words);
        }

        @Override
        public void fenced(String words) {
            listener.fenced(words);
        }
    }

    private final class Log implements JobEventLog {
        private final JobEventLog log;

        Log(JobEventLog log) {
            this.log = log;
        }

        @Override
        public Opening opening() {
            return log.opening();
        }

        @Override
        public long append(EventRecord event) {
            if (chaos.deaths().contains(++appended)) {
                throw new IllegalStateException("The JobMaster dies here");
            }
            return log.append(event);
        }

        @Override
        public boolean full() {
            return log.full();
        }

        @Override
        public void close() {
            log.close();
        }
    }
}
