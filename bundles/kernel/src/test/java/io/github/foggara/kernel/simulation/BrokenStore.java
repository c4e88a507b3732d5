package io.github.foggara.kernel.simulation;

import io.github.foggara.api.event.EventLogContext;
import io.github.foggara.api.event.EventRecord;
import io.github.foggara.api.event.JobEventLog;
import io.github.foggara.api.event.JobEventStore;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.kernel.fixture.StoreBetween;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

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
        REPLAYS_TWICE,
        /** An event that is appended after an image is written before it, and forgotten. */
        IMAGE_OVERTAKEN,
        /** What an image stands for is forgotten at once; after a while the image is written. */
        FORGETS_FIRST
    }

    private final Bug bug;
    /** Events up to there are lost. */
    private long forgotten;

    BrokenStore(JobEventStore store, Bug bug) {
        super(store);
        this.bug = bug;
    }

    @Override
    public JobEventLog open(JobId job, long epoch, EventLogContext context, Replay replay) throws IOException {
        JobEventLog log = super.open(job, epoch, context, (position, event) -> {
            boolean kept = (bug != Bug.REPLAYS_PREFIX || position < 3) && position > forgotten;
            if (kept) {
                replay.event(position, event);
            }
            if (bug == Bug.REPLAYS_TWICE && position == 2) {
                replay.event(position, event);
            }
        });
        return switch (bug) {
            case LOSES_EVENTS, WRITES_LATE ->
                new Log(log, context, bug, log.opening().last());
            case IMAGE_OVERTAKEN -> new Overtaking(log);
            case FORGETS_FIRST -> new Forgetting(log, context);
            default -> log;
        };
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
        public OptionalLong compact(EventRecord image) {
            return OptionalLong.empty();
        }

        @Override
        public void close() {
            closed = true;
            super.close();
        }
    }

    private static final class Overtaking extends LogBetween {
        private EventRecord image;
        private long last;

        Overtaking(JobEventLog log) {
            super(log);
            this.last = log.opening().last();
        }

        @Override
        public long append(EventRecord event) {
            last = super.append(event);
            if (image != null) {
                last = super.compact(image).orElseThrow();
                image = null;
            }
            return last;
        }

        @Override
        public OptionalLong compact(EventRecord made) {
            image = made;
            return OptionalLong.of(last + 1);
        }
    }

    private final class Forgetting extends LogBetween {
        private static final long LATE_NANOS = 20_000_000;

        private final EventLogContext context;
        /** The image, then what was appended since. */
        private final List<EventRecord> held = new ArrayList<>();

        private long last;

        Forgetting(JobEventLog log, EventLogContext context) {
            super(log);
            this.context = context;
            this.last = log.opening().last();
        }

        @Override
        public long append(EventRecord event) {
            last++;
            if (held.isEmpty()) {
                return super.append(event);
            }
            held.add(event);
            return last;
        }

        @Override
        public OptionalLong compact(EventRecord image) {
            write();
            forgotten = last;
            last++;
            held.add(image);
            context.runtime().schedule(LATE_NANOS, this::write);
            return OptionalLong.of(last);
        }

        private void write() {
            forgotten = 0;
            for (boolean image = true; !held.isEmpty(); image = false) {
                if (image) {
                    super.compact(held.get(0));
                } else {
                    super.append(held.get(0));
                }
                held.remove(0);
            }
        }

        @Override
        public void close() {
            write();
            super.close();
        }
    }
}
