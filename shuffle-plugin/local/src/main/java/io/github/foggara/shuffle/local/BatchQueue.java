package io.github.foggara.shuffle.local;

import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.shuffle.PartitionFailedException;
import io.github.foggara.api.shuffle.StaleConsumerException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * One channel: a linked list of batches between one producer and at most one current reader.
 *
 * <p><b>The claim word.</b> {@code word} = {view id: 24 bits, batch number: 24 bits, offset: 16 bits}. It says who may read
 * and what is the next element, together. A reader knows the word it left there; it takes a run by one compare-and-set of that
 * value, once per poll. Attaching a view sets another view id in the word, so the fenced reader's next claim fails, and
 * every element lies either before the word (the old view has it) or after it (the new view gets it): the new view's first
 * sequence number is exact without a lock on the way of the records. Failing or releasing the channel does the same with
 * no view. Batch numbers and view ids wrap; only their equality and short distances are used, and the sequence numbers
 * themselves, 64 bits wide, stand in the batches.
 *
 * <p><b>The list.</b> {@code head} is the batch the word points into or the one just before it. It moves forward only, by
 * compare-and-set, after which the reader cuts the link of the batch it left. A fenced reader can still do that one
 * step; hence {@link #following} looks at {@code head} again if it finds no link.
 *
 * <p><b>Bells</b> (both ways are Dekker handshakes). The producer publishes elements, makes a full fence, and then reads
 * {@code view} and {@code waiting()}; the reader sets waiting, makes a full fence, and looks at the batches again before
 * it parks. One of the two fences is first: if the reader's, the producer sees it waiting and rings; if the
 * producer's, the reader's last look sees the elements. The other way the producer stores {@code wakeAt}, reads the
 * word again, and only then believes that it has no room; the reader stores the word and reads {@code wakeAt}; all four are
 * volatile accesses, which have one total order.
 */
final class BatchQueue extends QueuePadding {
    private static final VarHandle WORD;
    private static final VarHandle HEAD;
    private static final VarHandle RELEASED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            WORD = lookup.findVarHandle(BatchQueue.class, "word", long.class);
            HEAD = lookup.findVarHandle(BatchQueue.class, "head", RecordBatch.class);
            RELEASED = lookup.findVarHandle(BatchQueue.class, "releasedBytes", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static final int NOT_FULL = -1;
    private static final int NEVER_ATTACHED = -1;

    final ResultPartitionId partition;
    final int subpartition;
    /** Filled from outside the environment, whose budget does not count it. */
    final boolean external;

    private volatile long word;
    private volatile long releasedBytes;
    private volatile RecordBatch head;
    private volatile int wakeAt = NOT_FULL;
    private volatile ChannelView view;
    private volatile PartitionFailedException failure;
    private volatile boolean dataProcessed;
    private volatile long start;
    /** Set before the first batch is published; read only by who has seen a batch. */
    private RoomSignal producer;

    private int newestAttempt = NEVER_ATTACHED;

    BatchQueue(ResultPartitionId partition, int subpartition) {
        this(partition, subpartition, false);
    }

    BatchQueue(ResultPartitionId partition, int subpartition, boolean external) {
        this.partition = partition;
        this.subpartition = subpartition;
        this.external = external;
    }

    /** Sequence number of the first record that will come. */
    long start() {
        return start;
    }

    void start(long firstSequence) {
        start = firstSequence;
    }

    static long word(int view, int batch, int offset) {
        return (long) view << 40 | (long) batch << 16 | offset;
    }

    static int viewOf(long word) {
        return (int) (word >>> 40);
    }

    static int batchOf(long word) {
        return (int) (word >>> 16) & (RecordBatch.NUMBERS - 1);
    }

    static int offsetOf(long word) {
        return (int) word & 0xFFFF;
    }

    // ---- producer

    void producer(RoomSignal signal) {
        producer = signal;
    }

    RoomSignal producer() {
        return producer;
    }

    /** The first batch of the channel. */
    void first(RecordBatch batch) {
        head = batch;
    }

    /** How many batches from the reader's position up to and with that one are not read to their end. */
    int unread(int tail) {
        return tail + 1 - batchOf(word) & (RecordBatch.NUMBERS - 1);
    }

    /** From now on the reader rings the producer when it reaches that batch. */
    void wakeProducerAt(int batch) {
        wakeAt = batch & (RecordBatch.NUMBERS - 1);
    }

    void hasRoomAgain() {
        wakeAt = NOT_FULL;
    }

    /** Rings the reader if it waits. The caller has published what there is to see and made a full fence. */
    void ringReader() {
        ChannelView reader = view;
        if (reader != null) {
            reader.ring();
        }
    }

    boolean dataProcessed() {
        return dataProcessed;
    }

    // ---- reader

    long currentWord() {
        return (long) WORD.getAcquire(this);
    }

    RecordBatch head() {
        return head;
    }

    /** Takes what lies between the two words; false if another view, a failure or a release came between. */
    boolean claim(long from, long to) {
        return WORD.compareAndSet(this, from, to);
    }

    /**
     * The batch after {@code read}, which has been read to its end, or null if it does not exist yet. Moves head.
     */
    RecordBatch following(RecordBatch read) {
        RecordBatch next = read.next();
        if (next == null) {
            RecordBatch first = head;
            return first == read ? null : first;
        }
        HEAD.compareAndSet(this, read, next);
        read.unlink();
        return next;
    }

    /**
     * Books the bytes up to {@code endBytes}, counted over the channel's life, as read.
     *
     * @return how many of them no other call has booked
     */
    long release(long endBytes) {
        long before = releasedBytes;
        while (before < endBytes) {
            if (RELEASED.compareAndSet(this, before, endBytes)) {
                return endBytes - before;
            }
            before = releasedBytes;
        }
        return 0;
    }

    /** After a claim up to {@code newWord}: rings the producer if half of the queue has become free. */
    void ringProducer(long newWord) {
        int threshold = wakeAt;
        if (threshold != NOT_FULL
                && (batchOf(newWord) - threshold & (RecordBatch.NUMBERS - 1)) < RecordBatch.NUMBERS / 2) {
            wakeAt = NOT_FULL;
            producer.ring();
        }
    }

    /** Why a claim of that view failed. */
    RuntimeException refusal(ChannelView of) {
        PartitionFailedException failed = failure;
        if (view == of && failed != null) {
            return new PartitionFailedException(partition, failed.getMessage(), failed.getCause());
        }
        return new StaleConsumerException("Attempt " + of.attempt() + " may no longer read subpartition " + subpartition
                + " of " + partition + ": attempt " + newestAttempt + " has attached, or its gate is closed");
    }

    /** The view has processed EndOfData; nothing happens if it is not the current one. */
    void dataProcessedBy(ChannelView of) {
        synchronized (this) {
            if (view != of || failure != null) {
                return;
            }
            dataProcessed = true;
        }
        RoomSignal signal = producer;
        if (signal != null) {
            signal.ring();
        }
    }

    // ---- attaching and ending; rare, so they take the queue's monitor among themselves

    /**
     * Makes {@code next} the current view.
     *
     * @return the view that was fenced by it, to be woken without holding a lock; null if there was none
     * @throws StaleConsumerException if a newer attempt was here before
     */
    synchronized ChannelView attach(ChannelView next) {
        if (next.attempt() < newestAttempt || next.attempt() == newestAttempt && view != null) {
            throw new StaleConsumerException("Attempt " + next.attempt() + " may not read subpartition " + subpartition
                    + " of " + partition + ": attempt " + newestAttempt + " has attached");
        }
        ChannelView old = view;
        newestAttempt = next.attempt();
        dataProcessed = false;
        next.startAt(fence(), head);
        view = next;
        if (failure != null) {
            fence();
        }
        return old;
    }

    /** The view gives the channel up; unread elements stay. Nothing happens if it is not the current one. */
    synchronized void detach(ChannelView of) {
        if (view == of) {
            view = null;
            fence();
        }
    }

    /**
     * The reader, whoever it is, loses the channel.
     *
     * @return the view to be woken without holding a lock; null if there is none
     */
    synchronized ChannelView evict() {
        ChannelView old = view;
        view = null;
        fence();
        return old;
    }

    /**
     * From now on every claim fails with that cause; the first cause counts.
     *
     * @return the view to be woken without holding a lock; null if there is none
     */
    ChannelView fail(String message, Throwable cause) {
        return fail(new PartitionFailedException(partition, message, cause));
    }

    /** The same for a reason that several queues share. */
    synchronized ChannelView fail(PartitionFailedException reason) {
        if (failure != null) {
            return null;
        }
        failure = reason;
        fence();
        return view;
    }

    /**
     * Drops what is unread; the queue has failed before.
     *
     * @return the bytes that had been booked as read
     */
    long drop() {
        head = null;
        return (long) RELEASED.getAndSet(this, Long.MAX_VALUE);
    }

    synchronized boolean unattended() {
        return view == null;
    }

    private long fence() {
        while (true) {
            long before = word;
            int id = viewOf(before) + 1 & (RecordBatch.NUMBERS - 1);
            long after = word(id, batchOf(before), offsetOf(before));
            if (WORD.compareAndSet(this, before, after)) {
                return after;
            }
        }
    }
}
