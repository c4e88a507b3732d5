package io.github.foggara.recovery.eventstore;

import io.github.foggara.api.event.EventRecord;
import io.github.foggara.api.runtime.Parker;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Between the thread that appends and the writer. It never blocks and never refuses; what is appended and not yet durable is
 * counted, so that {@link #full()} bounds it by the good will of who appends.
 */
final class EventQueue {
    static final int MAX_EVENTS = 64 << 10;
    static final long MAX_BYTES = 64L << 20;

    /**
     * An event at its position.
     *
     * @param image whether it says all that those before it said
     */
    record Entry(long position, EventRecord event, boolean image) {
        Entry(long position, EventRecord event) {
            this(position, event, false);
        }

        int bytes() {
            return LogFormat.MIN_RECORD_BYTES + event.payload().length;
        }
    }

    private final Parker writer;
    private final int wakeBytes;
    private final Queue<Entry> entries = new ConcurrentLinkedQueue<>();
    private final AtomicLong queuedBytes = new AtomicLong();
    private final AtomicInteger heldEvents = new AtomicInteger();
    private final AtomicLong heldBytes = new AtomicLong();
    private volatile boolean writerIdle;
    private volatile boolean fullTold;
    private volatile boolean discarding;

    /**
     * @param wakeBytes the writer is woken at so many queued bytes, before its timer
     */
    EventQueue(Parker writer, int wakeBytes) {
        this.writer = writer;
        this.wakeBytes = wakeBytes;
    }

    // ---- the thread that appends

    void add(Entry entry) {
        if (discarding) {
            return;
        }
        heldEvents.incrementAndGet();
        heldBytes.addAndGet(entry.bytes());
        entries.add(entry);
        long before = queuedBytes.getAndAdd(entry.bytes());
        boolean enough = before < wakeBytes && before + entry.bytes() >= wakeBytes;
        if (entry.event().durable() || entry.image() || enough || writerIdle) {
            writer.unpark();
        }
    }

    boolean full() {
        if (!over(1)) {
            return false;
        }
        fullTold = true;
        // Room may have come before the writer could see that somebody asked.
        return over(1);
    }

    private boolean over(int divisor) {
        return !discarding && (heldEvents.get() >= MAX_EVENTS / divisor || heldBytes.get() >= MAX_BYTES / divisor);
    }

    // ---- the writer

    /** The next one, or null. */
    Entry poll() {
        Entry entry = entries.poll();
        if (entry != null) {
            queuedBytes.addAndGet(-entry.bytes());
        }
        return entry;
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    /** Whether each append is to wake the writer. Set before the writer looks once more and parks without a timer. */
    void writerIdle(boolean idle) {
        writerIdle = idle;
    }

    /**
     * So much has become durable.
     *
     * @return whether room is to be told
     */
    boolean release(int events, long bytes) {
        heldEvents.addAndGet(-events);
        heldBytes.addAndGet(-bytes);
        return roomToTell();
    }

    /**
     * Nothing will be written any more: what comes is dropped.
     *
     * @return whether room is to be told
     */
    boolean discard() {
        discarding = true;
        entries.clear();
        return roomToTell();
    }

    private boolean roomToTell() {
        if (fullTold && !over(2)) {
            fullTold = false;
            return true;
        }
        return false;
    }
}
