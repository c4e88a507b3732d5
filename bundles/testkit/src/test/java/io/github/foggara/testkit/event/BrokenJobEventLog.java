package io.github.foggara.testkit.event;

import io.github.foggara.api.event.EventLogContext;
import io.github.foggara.api.event.EventRecord;
import io.github.foggara.api.event.JobEventLog;
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

    BrokenJobEventLog(PlantedBug bug, BrokenJobEventStore store, JobEventLog log, EventLogContext context) {
        this.bug = bug;
        this.store = store;
        this.log = log;
        this.context = context;
        this.last = log.opening().events();
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
        if (bug == PlantedBug.EVENT_DOUBLED && appended == FIFTH) {
            log.append(event);
        }
        if (bug == PlantedBug.TOLD_TOO_EARLY) {
            context.runtime().schedule(0, () -> context.listener().durable(position));
        }
        return bug == PlantedBug.POSITIONS_RESTART ? appended : position;
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
