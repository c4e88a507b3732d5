package io.github.foggara.shuffle.local;

import io.github.foggara.api.runtime.Waker;
import io.github.foggara.api.shuffle.ChannelEvent;
import io.github.foggara.api.shuffle.GateCursor;
import java.util.Queue;

/**
 * One consumer attempt's reading of one channel: its own copy of the claim word, and the batch that word points into.
 * Consuming task only, except {@link #ring} and {@link #wakeOwner} (any thread).
 */
final class ChannelView {
    private final BatchQueue queue;
    private final int attempt;
    private final Waker owner;
    private final GateCodec codec;

    private long word;
    private RecordBatch current;
    private int offset;
    private long position;
    private Queue<ChannelEvent> replay;
    private boolean blocked;

    ChannelView(BatchQueue queue, int attempt, GateCodec codec, Waker owner) {
        this.queue = queue;
        this.attempt = attempt;
        this.codec = codec;
        this.owner = owner;
    }

    BatchQueue queue() {
        return queue;
    }

    int attempt() {
        return attempt;
    }

    long position() {
        return current == null ? queue.start() : position;
    }

    void block(boolean now) {
        blocked = now;
    }

    /**
     * Called by the queue while it attaches this view: {@code start} has fenced the older one.
     *
     * @param head read after the fence. It is the batch {@code start} points into, or the one before if that has been read to
     *     its end, or the one after if the older view had left a batch, read to its end, without claiming more
     */
    void startAt(long start, RecordBatch head) {
        word = start;
        if (head == null) {
            return;
        }
        current = head;
        int ahead = head.number - BatchQueue.batchOf(start) & (RecordBatch.NUMBERS - 1);
        if (ahead == 0) {
            offset = BatchQueue.offsetOf(start);
        } else if (ahead == 1) {
            offset = 0;
        } else {
            offset = head.state() & RecordBatch.COUNT;
        }
        position = head.firstSequence + head.recordsIn(offset);
        replay = head.stickyAt(offset).replay();
    }

    /**
     * Claims what the head batch has.
     *
     * @return bytes to be given back to the budget, or -1 if there is nothing
     */
    long poll(int channel, GateCursor cursor) {
        if (queue.currentWord() != word) {
            throw queue.refusal(this);
        }
        if (blocked) {
            return -1;
        }
        if (replay != null) {
            return replay(channel, cursor);
        }
        RecordBatch batch = current;
        if (batch == null) {
            current = batch = queue.head();
            if (batch == null) {
                return -1;
            }
            position = batch.firstSequence;
        }
        int state = batch.state();
        if (state == (offset | RecordBatch.CLOSED)) {
            batch = queue.following(batch);
            if (batch == null) {
                return -1;
            }
            current = batch;
            offset = 0;
            state = batch.state();
        }
        return (state & RecordBatch.COUNT) == offset ? -1 : claim(batch, state, channel, cursor);
    }

    private long claim(RecordBatch batch, int state, int channel, GateCursor cursor) {
        int from = offset;
        int to = state & RecordBatch.COUNT;
        int view = BatchQueue.viewOf(word);
        long claimed = state == to
                ? BatchQueue.word(view, batch.number, to)
                : BatchQueue.word(view, batch.number + 1 & (RecordBatch.NUMBERS - 1), 0);
        if (!queue.claim(word, claimed)) {
            throw queue.refusal(this);
        }
        word = claimed;
        offset = to;
        if (batch.event != null) {
            cursor.event(channel, batch.event);
        } else {
            Object[] records = batch.records == null ? batch.encoded.open(codec.get()) : batch.records;
            cursor.records(channel, records, from, to, position);
            position += to - from;
        }
        long bytes = queue.release(batch.endBytes());
        if (bytes > 0) {
            queue.producer().read(bytes);
        }
        queue.ringProducer(claimed);
        return queue.external ? 0 : bytes;
    }

    private long replay(int channel, GateCursor cursor) {
        cursor.event(channel, replay.remove());
        if (replay.isEmpty()) {
            replay = null;
        }
        return 0;
    }

    void acknowledgeEndOfData() {
        queue.dataProcessedBy(this);
    }

    /** Wakes the owner if it waits; the caller has published and fenced. */
    void ring() {
        if (owner.waiting()) {
            owner.wake();
        }
    }

    /** Wakes the owner in any case: it has lost the channel. */
    void wakeOwner() {
        owner.wake();
    }
}
