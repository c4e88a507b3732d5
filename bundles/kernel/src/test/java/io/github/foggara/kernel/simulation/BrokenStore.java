package io.github.foggara.kernel.simulation;

import io.github.foggara.api.event.EventLogContext;
import io.github.foggara.api.event.EventRecord;
import io.github.foggara.api.event.JobEventLog;
import io.github.foggara.api.event.JobEventStore;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.kernel.fixture.StoreBetween;
import java.io.IOException;

/** A store that does one thing wrong. */
final class BrokenStore extends StoreBetween {
    /** What it does wrong. */
    enum Bug {
        /** Events of the third position on are told durable and never written. */
        LOSES_EVENTS,
        /** Events are told durable at once; after a while they are written. */
        WRITES_LATE,
        /** The last events are not replayed. */
        REPLAYS_PREFIX,
        /** The first event is replayed twice. */
        REPLAYS_TWICE
    }

    private final Bug bug;

    BrokenStore(JobEventStore store, Bug bug) {
        super(store);
        this.bug = bug;
    }

    @Override
    public JobEventLog open(JobId job, long epoch, EventLogContext context, Replay replay) throws IOException {
        long[] seen = {0};
        JobEventLog log = super.open(job, epoch, context, (position, event) -> {
            seen[0]++;
            boolean kept = bug != Bug.REPLAYS_PREFIX || position < 3;
            if (kept) {
                replay.event(position, event);
            }
            if (bug == Bug.REPLAYS_TWICE && position == 2) {
                replay.event(position, event);
            }
        });
        return bug == Bug.LOSES_EVENTS || bug == Bug.WRITES_LATE ? new Log(log, context, bug, seen[0]) : log;
    }

    private static final class Log extends LogBetween {
        private static final long LATE_NANOS = 500_000_000;

        private final EventLogContext context;
        private final Bug bug;
        private long last;
        private boolean closed;

        Log(JobEventLog log, EventLogContext context, Bug bug, long last) {
            super(log);
            this.context = context;
            this.bug = bug;
            this.last = last;
        }

        @Override
        public long append(EventRecord event) {
            long position = ++last;
            if (bug == Bug.WRITES_LATE) {
                context.runtime().schedule(0, () -> context.listener().durable(position));
                context.runtime().schedule(LATE_NANOS, () -> {
                    if (!closed) {
                        super.append(event);
                    }
                });
            } else if (position < 3) {
                super.append(event);
            } else {
                context.runtime().schedule(0, () -> context.listener().durable(position));
            }
            return position;
        }

        @Override
        public void close() {
            closed = true;
            super.close();
        }
    }
}
