package io.github.foggara.shuffle.local;

import io.github.foggara.api.shuffle.ChannelEvent;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A run of whole records of one channel, or one event. Filled by the producer while a reader takes from it.
 *
 * <p>{@code state} is the number of elements, with {@link #CLOSED} once no more will come; it is stored with release
 * after the elements and read with acquire before them. A batch is made new each time and never reused: a fenced reader
 * that still walks over its last run can not meet another one's records, and old arrays that point at young
 * records would cost the collector more than the allocation.
 */
final class RecordBatch {
    static final int CLOSED = 1 << 30;
    static final int COUNT = CLOSED - 1;
    /** Batch numbers are counted modulo this. */
    static final int NUMBERS = 1 << 24;

    private static final VarHandle STATE;
    private static final VarHandle NEXT;
    private static final VarHandle END_BYTES;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            STATE = lookup.findVarHandle(RecordBatch.class, "state", int.class);
            NEXT = lookup.findVarHandle(RecordBatch.class, "next", RecordBatch.class);
            END_BYTES = lookup.findVarHandle(RecordBatch.class, "endBytes", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Null for an event, and for records that are still bytes. */
    final Object[] records;

    /** Records that came as bytes; whoever claims them opens them. Null for others. */
    final EncodedRecords encoded;

    final ChannelEvent event;
    final int number;
    /** Sequence number of the first record, or of the next one after the event. */
    final long firstSequence;
    /** What a reader that begins with this batch must be told first. */
    final StickyEvents before;

    private int state;
    private RecordBatch next;
    private long endBytes;

    private RecordBatch(
            Object[] records,
            EncodedRecords encoded,
            ChannelEvent event,
            int number,
            long firstSequence,
            StickyEvents before,
            long startBytes) {
        this.records = records;
        this.encoded = encoded;
        this.event = event;
        this.number = number;
        this.firstSequence = firstSequence;
        this.before = before;
        this.endBytes = startBytes;
    }

    static RecordBatch ofRecords(int capacity, int number, long firstSequence, StickyEvents before, long startBytes) {
        return new RecordBatch(new Object[capacity], null, null, number, firstSequence, before, startBytes);
    }

    static RecordBatch ofEvent(
            ChannelEvent event, int number, long firstSequence, StickyEvents before, long startBytes) {
        RecordBatch batch = new RecordBatch(null, null, event, number, firstSequence, before, startBytes);
        batch.state = 1 | CLOSED;
        return batch;
    }

    /** Complete from the beginning: readers claim it as a whole. */
    static RecordBatch ofEncoded(
            EncodedRecords encoded, int number, long firstSequence, StickyEvents before, long endBytes) {
        RecordBatch batch = new RecordBatch(null, encoded, null, number, firstSequence, before, endBytes);
        batch.state = encoded.count() | CLOSED;
        return batch;
    }

    /** Producer: the elements before {@code state} and all bytes before {@code endBytes} are there. */
    void publish(int newState, long newEndBytes) {
        END_BYTES.setOpaque(this, newEndBytes);
        STATE.setRelease(this, newState);
    }

    /** Producer: no more elements come. */
    void close(int count) {
        STATE.setRelease(this, count | CLOSED);
    }

    /** Producer: the batch after this one, complete enough to be read. */
    void link(RecordBatch following) {
        NEXT.setRelease(this, following);
    }

    /** Reader: forgets the batch after this one, so that a dead old batch keeps no young one alive. */
    void unlink() {
        NEXT.setRelease(this, null);
    }

    int state() {
        return (int) STATE.getAcquire(this);
    }

    RecordBatch next() {
        return (RecordBatch) NEXT.getAcquire(this);
    }

    /**
     * Bytes ever appended to the channel up to the end of this batch, as far as it is filled. May run ahead of
     * {@link #state()} by the record just being appended; exact once closed.
     */
    long endBytes() {
        return (long) END_BYTES.getOpaque(this);
    }

    /** Number of records among the first {@code elements} elements. */
    int recordsIn(int elements) {
        return event == null ? elements : 0;
    }

    /** What a reader knows that has read this batch up to that element. */
    StickyEvents stickyAt(int elements) {
        return event == null || elements == 0 ? before : before.after(event);
    }
}
