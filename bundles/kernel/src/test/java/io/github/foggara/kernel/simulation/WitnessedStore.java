package io.github.foggara.kernel.simulation;

import io.github.foggara.api.event.EventLogContext;
import io.github.foggara.api.event.EventRecord;
import io.github.foggara.api.event.JobEventLog;
import io.github.foggara.api.event.JobEventStore;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.kernel.fixture.StoreBetween;
import io.github.foggara.kernel.jobmaster.state.Execution;
import io.github.foggara.kernel.jobmaster.state.ExecutionState;
import io.github.foggara.kernel.jobmaster.state.JobEvent;
import io.github.foggara.kernel.jobmaster.state.JobEventCodec;
import io.github.foggara.kernel.jobmaster.state.JobState;
import io.github.foggara.testkit.event.InMemoryJobEventStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * Hands everything on to a store, lets the JobMaster die where the chaos wants it, and reads the log after each write: it can be
 * replayed, says the same each time, and charges no failure that was not made.
 */
final class WitnessedStore extends StoreBetween {
    private final InMemoryJobEventStore disk;
    private final Chaos chaos;
    private final Witness witness;
    private int appended;

    /**
     * @param store the one that is used
     * @param disk the one below it
     */
    WitnessedStore(JobEventStore store, InMemoryJobEventStore disk, Chaos chaos, Witness witness) {
        super(store);
        this.disk = disk;
        this.chaos = chaos;
        this.witness = witness;
    }

    @Override
    public JobEventLog open(JobId job, long epoch, EventLogContext context, Replay replay) throws IOException {
        JobEventCodec codec = new JobEventCodec(job);
        JobState state = new JobState(job);
        JobEventLog log =
                super.open(job, epoch, heard(context, new Listener(job, context.listener())), (position, event) -> {
                    state.replay(codec.decode(event));
                    replay.event(position, event);
                });
        return new Log(log, codec, state);
    }

    @Override
    public String setAside(JobId job, Path directory) throws IOException {
        witness.wrong("A log that nobody damaged is put aside");
        return super.setAside(job, directory);
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
            if (event instanceof JobEvent.CheckpointCompleted completed) {
                witness.complete(completed.pointer().id());
            }
            if (event instanceof JobEvent.TaskFinished done) {
                witness.saidFinished(done.task().vertex(), done.task().subtask(), done.attempt());
            }
        }
        // Events that an image stands for may never have been seen here.
        state.checkpoints().completed().forEach(pointer -> witness.complete(pointer.id()));
        state.executions()
                .filter(e -> e.state() == ExecutionState.FINISHED)
                .map(Execution::id)
                .forEach(id -> witness.saidFinished(id.vertex(), id.subtask(), id.attempt()));
    }

    private static String words(JobState state) {
        StringBuilder text = new StringBuilder().append(state.incidents());
        state.executions().forEach(e -> text.append(' ').append(e.id()).append(e.state()));
        return text.toString();
    }

    private final class Listener extends ListenerBetween {
        private final JobId job;

        Listener(JobId job, JobEventLog.Listener listener) {
            super(listener);
            this.job = job;
        }

        @Override
        public void durable(long position) {
            check(job);
            super.durable(position);
        }
    }

    private final class Log extends LogBetween {
        private final JobEventCodec codec;
        /** What a replay of everything that was replayed and appended gives. */
        private final JobState state;

        Log(JobEventLog log, JobEventCodec codec, JobState state) {
            super(log);
            this.codec = codec;
            this.state = state;
        }

        @Override
        public long append(EventRecord event) {
            mayDie();
            state.replay(codec.decode(event));
            return super.append(event);
        }

        @Override
        public OptionalLong compact(EventRecord image) {
            mayDie();
            if (!codec.encode(new JobEvent.Imaged(state.image())).equals(image)) {
                witness.wrong("An image says something else than the events that it stands for");
            }
            witness.compacted();
            return super.compact(image);
        }

        private void mayDie() {
            if (chaos.deaths().contains(++appended)) {
                throw new IllegalStateException("The JobMaster dies here");
            }
        }
    }
}
