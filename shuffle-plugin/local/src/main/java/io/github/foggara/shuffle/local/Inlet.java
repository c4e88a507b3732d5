package io.github.foggara.shuffle.local;

import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.runtime.Waker;
import io.github.foggara.api.shuffle.ChannelEvent;
import io.github.foggara.api.shuffle.PartitionFailedException;
import java.lang.invoke.VarHandle;

/**
 * The writing end of one channel whose producer is elsewhere; a gate of this environment reads it. What it holds is counted in
 * bytes since it was made: each batch costs what it says and {@link #OVERHEAD}, each event {@link #OVERHEAD}. Has one
 * reader in its life.
 *
 * <p>One thread at a time appends, and asks; {@link #fence} and {@link #fail} may be called from any.
 */
public final class Inlet {
    /** What an element costs beside its records, in bytes, at the end where it costs more. */
    public static final int OVERHEAD = 128;

    private final BatchQueue queue;
    private final RoomSignal signal;
    private RecordBatch tail;
    private StickyEvents sticky = StickyEvents.NONE;
    private long sequence;
    private volatile long bytes;

    /**
     * @param owner rung when as much has been read as {@link #ringAt} asked for, and when the end of data was processed
     */
    public Inlet(ResultPartitionId partition, int subpartition, Waker owner) {
        queue = new BatchQueue(partition, subpartition, true);
        signal = new RoomSignal(owner, new MemoryBudget(Long.MAX_VALUE));
        queue.producer(signal);
    }

    BatchQueue queue() {
        return queue;
    }

    /** The first record will have this sequence number. Before the first element. */
    public void start(long firstSequence) {
        sequence = firstSequence;
        queue.start(firstSequence);
    }

    /** Appends records, the next in sequence, and rings the reader. */
    public void append(EncodedRecords records) {
        bytes += records.bytes() + OVERHEAD;
        add(RecordBatch.ofEncoded(records, nextNumber(), sequence, sticky, bytes));
        sequence += records.count();
    }

    /** Appends an event and rings the reader. */
    public void append(ChannelEvent event) {
        bytes += OVERHEAD;
        add(RecordBatch.ofEvent(event, nextNumber(), sequence, sticky, bytes));
        sticky = sticky.after(event);
    }

    private void add(RecordBatch batch) {
        signal.charge(bytes - (tail == null ? 0 : tail.endBytes()));
        if (tail == null) {
            queue.first(batch);
        } else {
            tail.link(batch);
        }
        tail = batch;
        VarHandle.fullFence();
        queue.ringReader();
    }

    private int nextNumber() {
        return tail == null ? 0 : tail.number + 1 & (RecordBatch.NUMBERS - 1);
    }

    /** Sequence number of the next record to be appended. */
    public long sequence() {
        return sequence;
    }

    /** Bytes that wait for the reader. */
    public long unread() {
        return signal.unread();
    }

    /** Bytes the reader has taken. */
    public long consumed() {
        return bytes - signal.unread();
    }

    /** The owner is rung, once, when so many bytes have been read; the caller looks at {@link #consumed} once more. Appending thread. */
    public void ringAt(long consumed) {
        signal.wakeAtUnread(bytes - consumed);
    }

    /** Whether the reader has processed the end of data. */
    public boolean dataProcessed() {
        return queue.dataProcessed();
    }

    /**
     * The reader loses the channel, and is woken: its next claim fails as that of a stale one.
     *
     * @return exactly the bytes it has claimed: what lies behind them it never gets
     */
    public long fence() {
        ChannelView reader = queue.evict();
        if (reader != null) {
            reader.wakeOwner();
        }
        return claimed();
    }

    /** No claim succeeds any more. */
    private long claimed() {
        RecordBatch head = queue.head();
        if (head == null) {
            return 0;
        }
        // The word cannot change any more; head is the batch it names, or the one before.
        boolean unclaimed = head.number == BatchQueue.batchOf(queue.currentWord());
        return head.endBytes() - (unclaimed ? cost(head) : 0);
    }

    private static int cost(RecordBatch batch) {
        return OVERHEAD + (batch.encoded == null ? 0 : batch.encoded.bytes());
    }

    /**
     * The reader gets this exception from now on; the first one counts.
     *
     * @return exactly the bytes it has claimed
     */
    public long fail(PartitionFailedException reason) {
        ChannelView reader = queue.fail(reason);
        if (reader != null) {
            reader.wakeOwner();
        }
        return claimed();
    }
}
