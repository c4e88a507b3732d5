package io.github.foggara.testkit.event;

import io.github.foggara.api.event.EventLogContext;
import io.github.foggara.api.event.EventRecord;
import io.github.foggara.api.event.JobEventLog;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.runtime.Parker;
import io.github.foggara.testkit.event.InMemoryJobEventStore.Queued;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** The reference of an open log: a queue and a thread that empties it. */
final class InMemoryJobEventLog implements JobEventLog {
    /** Small, so that tests of the kernel see full queues. */
    private static final int LIMIT = 32;

    private static final long LOOK_AGAIN_NANOS = 1_000_000;

    private final InMemoryJobEventStore store;
    private final InMemoryJobEventStore.Log log;
    private final long epoch;
    private final Opening opening;
    private final EngineRuntime runtime;
    private final Listener listener;
    private final Parker writer;
    private final Queue<Queued> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger queued = new AtomicInteger();
    private long last;
    private long written;
    private volatile boolean fullTold;
    private volatile boolean closing;
    private volatile boolean ended;

    InMemoryJobEventLog(
            InMemoryJobEventStore store,
            InMemoryJobEventStore.Log log,
            long epoch,
            Opening opening,
            EventLogContext context) {
        this.store = store;
        this.log = log;
        this.epoch = epoch;
        this.opening = opening;
        this.runtime = context.runtime();
        this.listener = context.listener();
        this.writer = runtime.newParker();
        this.last = opening.last();
        this.written = last;
    }

    void start(String name) {
        runtime.newThread(name, null, this::write).start();
    }

    @Override
    public Opening opening() {
        return opening;
    }

    @Override
    public long append(EventRecord event) {
        return add(new Queued(event, false));
    }

    @Override
    public OptionalLong compact(EventRecord image) {
        return OptionalLong.of(add(new Queued(image, true)));
    }

    private long add(Queued event) {
        if (closing) {
            throw new IllegalStateException("The log is closed");
        }
        last++;
        if (!ended) {
            queued.incrementAndGet();
            queue.add(event);
            writer.unpark();
        }
        return last;
    }

    @Override
    public boolean full() {
        if (queued.get() < LIMIT) {
            return false;
        }
        fullTold = true;
        return queued.get() >= LIMIT;
    }

    @Override
    public void close() {
        closing = true;
        writer.unpark();
        Parker parker = runtime.newParker();
        while (!ended) {
            parker.parkNanos(LOOK_AGAIN_NANOS);
        }
    }

    private void write() {
        try {
            boolean last = false;
            while (!last) {
                // Read first: what was appended before closing is then seen in the queue.
                last = closing;
                List<Queued> batch = take();
                if (!batch.isEmpty()) {
                    if (!store.write(log, epoch, batch)) {
                        queued.set(0);
                        listener.fenced("The log was opened with a higher epoch than " + epoch);
                        return;
                    }
                    written(batch.size());
                } else if (!last) {
                    writer.park();
                }
                runtime.yieldPoint();
            }
        } finally {
            ended = true;
        }
    }

    private List<Queued> take() {
        List<Queued> batch = new ArrayList<>();
        Queued next;
        while ((next = queue.poll()) != null) {
            batch.add(next);
        }
        return batch;
    }

    private void written(int count) {
        written += count;
        listener.durable(written);
        if (queued.addAndGet(-count) <= LIMIT / 2 && fullTold) {
            fullTold = false;
            listener.drained();
        }
    }
}
