package io.github.foggara.kernel.jobmaster.log;

import io.github.foggara.api.event.EventRecord;
import io.github.foggara.api.event.JobEventLog;
import io.github.foggara.kernel.jobmaster.state.JobEvent;
import io.github.foggara.kernel.jobmaster.state.JobEventCodec;
import io.github.foggara.kernel.jobmaster.state.JobState;

/** Decide, apply, append: the one line that live running and replay share is {@link JobState#apply}. Main thread only. */
public final class Journal {
    private final JobState state;
    private final JobEventCodec codec;
    private final JobEventLog log;
    private final Outbox outbox;
    private boolean broken;

    public Journal(JobState state, JobEventCodec codec, JobEventLog log, Outbox outbox) {
        this.state = state;
        this.codec = codec;
        this.log = log;
        this.outbox = outbox;
    }

    /**
     * What is sent to the outbox from now on waits for this event, if it is a durable one.
     *
     * @throws RuntimeException of a log that does not take the event; see {@link #broken()}
     */
    public void record(JobEvent event) {
        if (event.durability() == JobEvent.Durability.VOLATILE) {
            state.apply(event);
            return;
        }
        EventRecord record = codec.encode(event);
        state.apply(event);
        long position = append(record);
        if (event.durability() == JobEvent.Durability.DURABLE) {
            outbox.require(position);
        }
    }

    private long append(EventRecord record) {
        try {
            return log.append(record);
        } catch (RuntimeException | Error e) {
            broken = true;
            outbox.shut();
            throw e;
        }
    }

    /**
     * The state is ahead of the log, which has not taken an event: nothing more may follow from it. Whatever was recorded after the
     * gap would say what never was.
     */
    public boolean broken() {
        return broken;
    }

    /** Whether those who make events should wait. */
    public boolean full() {
        return log.full();
    }
}
