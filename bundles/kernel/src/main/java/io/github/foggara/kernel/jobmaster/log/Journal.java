package io.github.foggara.kernel.jobmaster.log;

import io.github.foggara.api.event.EventRecord;
import io.github.foggara.api.event.JobEventLog;
import io.github.foggara.kernel.jobmaster.state.JobEvent;
import io.github.foggara.kernel.jobmaster.state.JobEventCodec;
import io.github.foggara.kernel.jobmaster.state.JobImage;
import io.github.foggara.kernel.jobmaster.state.JobState;
import java.util.function.Supplier;

/** Decide, apply, append: the one line that live running and replay share is {@link JobState#apply}. Main thread only. */
public final class Journal {
    private final JobState state;
    private final JobEventCodec codec;
    private final JobEventLog log;
    private final LogGrowth growth;
    private final Outbox outbox;
    private boolean broken;

    /**
     * @param growth what the log held when it was opened
     */
    public Journal(JobState state, JobEventCodec codec, JobEventLog log, LogGrowth growth, Outbox outbox) {
        this.state = state;
        this.codec = codec;
        this.log = log;
        this.growth = growth;
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
        long position = write(() -> log.append(record));
        if (event.durability() == JobEvent.Durability.DURABLE) {
            outbox.require(position);
        }
        growth.added(record);
        if (growth.due()) {
            compact();
        }
    }

    private <T> T write(Supplier<T> order) {
        try {
            return order.get();
        } catch (RuntimeException | Error e) {
            broken = true;
            outbox.shut();
            throw e;
        }
    }

    /** No effect waits for an image: what it says is durable in the events it stands for. */
    private void compact() {
        JobImage made = state.image();
        long least = made.committableBytes();
        if (least > LogGrowth.IMAGE_LIMIT) {
            // Not even encoded: it may be more than an event can hold.
            growth.imaged(least);
            return;
        }
        EventRecord image = codec.encode(new JobEvent.Imaged(made));
        int size = image.payload().length;
        if (size > LogGrowth.IMAGE_LIMIT) {
            growth.imaged(size);
        } else if (!growth.pays(size)) {
            growth.postponed(size);
        } else if (write(() -> log.compact(image)).isPresent()) {
            growth.imaged(size);
        } else {
            growth.never();
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
