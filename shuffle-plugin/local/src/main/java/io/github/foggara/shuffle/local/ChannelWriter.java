package io.github.foggara.shuffle.local;

import io.github.foggara.api.shuffle.ChannelEvent;

/**
 * The producer's end of one channel: fills the batch at the tail and opens the next. Producing task only.
 *
 * <p>Batches begin small and double while they fill up, so a channel that carries little stays small.
 */
final class ChannelWriter {
    private static final int FIRST_CAPACITY = 16;

    private final BatchQueue queue;
    private final RoomSignal signal;
    private final int maxRecords;
    private final int maxBytes;

    /** The batch at the tail; null before the first one. It is open if {@code count < capacity}. */
    private RecordBatch tail;

    private int count;
    private int capacity;
    private int nextCapacity;
    /** Bytes after which the batch is closed, counted over the channel's life as {@link #bytes} is. */
    private long closeAtBytes;

    private long bytes;
    private StickyEvents sticky = StickyEvents.NONE;
    private boolean dirty;
    private boolean full;
    private boolean ended;

    ChannelWriter(BatchQueue queue, RoomSignal signal, LocalShuffleOptions options) {
        this.queue = queue;
        this.signal = signal;
        this.maxRecords = options.batchRecords();
        this.maxBytes = options.batchBytes();
        this.nextCapacity = Math.min(FIRST_CAPACITY, maxRecords);
    }

    BatchQueue queue() {
        return queue;
    }

    /**
     * Appends a record.
     *
     * @return whether a batch has become complete, so that the reader should be rung
     */
    boolean append(Object record, int size) {
        boolean completed = false;
        if (count == capacity || bytes + size > closeAtBytes) {
            completed = count < capacity;
            closeTail();
            open();
        }
        int at = count;
        tail.records[at] = record;
        count = at + 1;
        bytes += size;
        dirty = true;
        if (count == capacity || bytes >= closeAtBytes) {
            tail.publish(count | RecordBatch.CLOSED, bytes);
            closed();
            return true;
        }
        tail.publish(count, bytes);
        return completed;
    }

    void append(ChannelEvent event) {
        closeTail();
        add(RecordBatch.ofEvent(event, nextNumber(), appended(), sticky, bytes));
        sticky = sticky.after(event);
        dirty = true;
    }

    /** Nothing more can be appended. */
    void end() {
        closeTail();
        ended = true;
    }

    /** Records appended so far. */
    long appended() {
        return tail == null ? 0 : tail.firstSequence + tail.recordsIn(count);
    }

    /** Number of the batch at the tail; there is one. */
    int number() {
        return tail.number;
    }

    /** Whether something was appended since the reader was last rung; asking answers it. */
    boolean takeDirty() {
        boolean was = dirty;
        dirty = false;
        return was;
    }

    boolean full() {
        return full;
    }

    void full(boolean now) {
        full = now;
    }

    private void closeTail() {
        if (count < capacity) {
            tail.close(count);
            closed();
        }
    }

    private void closed() {
        nextCapacity = Math.min(maxRecords, Math.max(FIRST_CAPACITY, 2 * count));
        capacity = count;
    }

    private void open() {
        if (ended) {
            throw new IllegalStateException("Partition " + queue.partition + " is closed: nothing can be appended");
        }
        add(RecordBatch.ofRecords(nextCapacity, nextNumber(), appended(), sticky, bytes));
        count = 0;
        capacity = nextCapacity;
        closeAtBytes = bytes + maxBytes;
    }

    private int nextNumber() {
        return tail == null ? 0 : tail.number + 1 & (RecordBatch.NUMBERS - 1);
    }

    private void add(RecordBatch batch) {
        if (signal.released()) {
            // Nobody can read it: what a producer still writes before it is canceled is dropped batch by batch.
            tail = batch;
        } else if (tail == null) {
            tail = batch;
            queue.first(batch);
        } else {
            RecordBatch last = tail;
            tail = batch;
            last.link(batch);
        }
        count = batch.event == null ? 0 : 1;
        capacity = count;
    }
}
