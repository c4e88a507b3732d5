package io.github.foggara.testkit.event;

import io.github.foggara.api.event.EventLogContext;
import io.github.foggara.api.event.EventRecord;
import io.github.foggara.api.event.JobEventLog;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** A log of the reference with one bug. */
final class BrokenJobEventLog implements JobEventLog {
    private static final int FIFTH = 5;

    private final PlantedBug bug;
    private final BrokenJobEventStore store;
    private final JobEventLog log;
    private final EventLogContext context;
    private long appended;
    private long last;
    private boolean closed;
    private EventRecord overtaken;

    BrokenJobEventLog(PlantedBug bug, BrokenJobEventStore store, JobEventLog log, EventLogContext context) {
        this.bug = bug;
        this.store = store;
        this.log = log;
        this.context = context;
        this.last = log.opening().last();
    }

    @Override
    public Opening opening() {
        return log.opening();
    }

    @Override
    public long append(EventRecord event) {
        appended++;
        last++;
        if (bug == PlantedBug.TAKEN_AFTER_CLOSING && closed || bug == PlantedBug.EVENT_LOST && appended == FIFTH) {
            return last;
        }
        long position = log.append(event);
        if (overtaken != null) {
            position = log.compact(overtaken).orElseThrow();
            overtaken = null;
        }
        if (bug == PlantedBug.EVENT_DOUBLED && appended == FIFTH) {
            log.append(event);
        }
        if (bug == PlantedBug.TOLD_TOO_EARLY) {
            long told = position;
            context.runtime().schedule(0, () -> context.listener().durable(told));
        }
        return bug == PlantedBug.POSITIONS_RESTART ? appended : position;
    }

    @Override
    public OptionalLong compact(EventRecord image) {
        if (bug == PlantedBug.COMPACTED_AFTER_CLOSING && closed) {
            return OptionalLong.of(last + 1);
        }
        appended++;
        last++;
        if (bug == PlantedBug.IMAGE_APPENDED_ONLY) {
            return OptionalLong.of(log.append(image));
        }
        if (bug == PlantedBug.IMAGE_OVERTAKEN) {
            overtaken = image;
            return OptionalLong.of(last);
        }
        return log.compact(image);
    }

    @Override
    public boolean full() {
        return log.full();
    }

    @Override
    public void close() {
        closed = true;
        store.writesNothing = bug == PlantedBug.CLOSING_LOSES;
        log.close();
        if (bug == PlantedBug.TOLD_AFTER_CLOSING) {
            context.runtime()
                    .schedule(
                            TimeUnit.SECONDS.toNanos(1),
                            () -> context.listener().durable(Long.MAX_VALUE));
        }
    }
}
