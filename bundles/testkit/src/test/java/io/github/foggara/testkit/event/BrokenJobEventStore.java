package io.github.foggara.testkit.event;

import io.github.foggara.api.event.EventLogContext;
import io.github.foggara.api.event.EventRecord;
import io.github.foggara.api.event.JobEventLog;
import io.github.foggara.api.execution.JobId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The reference with one bug. */
final class BrokenJobEventStore extends InMemoryJobEventStore {
    private final PlantedBug bug;
    private long epochs;
    volatile boolean writesNothing;

    BrokenJobEventStore(PlantedBug bug) {
        this.bug = bug;
    }

    @Override
    public JobEventLog open(JobId job, long epoch, EventLogContext context, Replay replay) throws IOException {
        BrokenListener listener = new BrokenListener(bug, context.listener());
        EventLogContext broken =
                new EventLogContext(context.directory(), context.configuration(), context.runtime(), listener);
        long used = bug == PlantedBug.EPOCH_NOT_CHECKED ? ++epochs : epoch;
        JobId read = bug == PlantedBug.JOBS_MIXED ? new JobId(0, 0) : job;
        JobEventLog log = super.open(read, used, broken, replay(replay));
        writesNothing = false;
        return new BrokenJobEventLog(bug, this, log, context);
    }

    private Replay replay(Replay target) {
        List<EventRecord> held = new ArrayList<>();
        long[] first = {0};
        return (position, event) -> {
            switch (bug) {
                case DURABLE_FORGOTTEN ->
                    target.event(position, new EventRecord(event.type(), event.version(), false, event.payload()));
                case VERSION_FORGOTTEN ->
                    target.event(position, new EventRecord(event.type(), 1, event.durable(), event.payload()));
                case EVENTS_SWAPPED -> {
                    if (position == 2) {
                        held.add(event);
                    } else if (position == 3) {
                        target.event(2, event);
                        target.event(3, held.get(0));
                    } else {
                        target.event(position, event);
                    }
                }
                case IMAGE_COUNTS_ANEW -> target.event(++first[0], event);
                case REPLAY_FAILURE_SWALLOWED -> swallow(target, position, event);
                default -> target.event(position, event);
            }
        };
    }

    private static void swallow(Replay target, long position, EventRecord event) {
        try {
            target.event(position, event);
        } catch (IOException ignored) {
            return;
        }
    }

    @Override
    synchronized boolean write(Log log, long epoch, List<Queued> events) {
        if (writesNothing) {
            return true;
        }
        return super.write(log, bug == PlantedBug.OLDER_WRITER_GOES_ON ? log.epoch : epoch, events);
    }

    @Override
    public synchronized String setAside(JobId job, Path directory) {
        if (bug == PlantedBug.ASIDE_STILL_READ) {
            return "kept " + job;
        }
        return super.setAside(job, directory);
    }

    @Override
    public synchronized List<String> putAside(Path directory) {
        return bug == PlantedBug.ASIDE_LOST ? List.of() : super.putAside(directory);
    }

    @Override
    public synchronized void delete(JobId job, Path directory) {
        if (bug != PlantedBug.NOT_DELETED) {
            super.delete(job, directory);
        }
    }
}
