package io.github.foggara.shuffle.netty;

import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.runtime.Waker;
import io.github.foggara.api.shuffle.ChannelDescriptor;
import io.github.foggara.api.shuffle.ChannelEvent;
import io.github.foggara.api.shuffle.GateCursor;
import io.github.foggara.api.shuffle.InputGate;
import io.github.foggara.api.shuffle.PartitionFailedException;
import io.github.foggara.api.shuffle.ShuffleDescriptor;
import io.github.foggara.api.shuffle.StaleConsumerException;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.api.types.RecordOutput;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;

/**
 * Takes what one queue has for readers elsewhere, and encodes it. Towards the queue it is a consumer like any other, with a gate of its own, and is
 * fenced like any other. Owned by the sender, in turn.
 *
 * <p>While no view exists it keeps the gate, blocked, as long as something is here that nobody has claimed: so it hears at once if a reader of
 * this process attaches, and lets go of what that one has passed over. If one did so, the next view begins where that one ended, and is told by the
 * queue what stays true; if none did, it gets what is here, and what the queue tells again is left out.
 */
final class SubpartitionReading {
    /** A batch is complete at so many bytes, whatever was estimated. */
    private static final int BATCH_BYTES = 32 * 1024;

    private final ResultPartitionId partition;
    private final int subpartition;
    private final SenderContext context;
    private final Unacknowledged elements;
    private final GateCursor cursor = new GateCursor();
    /** What the queue tells a new view again and stands here already. */
    private final Deque<ChannelEvent> toldAgain = new ArrayDeque<>(3);

    private RecordCodec<Object> codec;
    private InputGate gate;
    /** That read last. */
    private int attempt = -1;

    SubpartitionReading(ResultPartitionId partition, int subpartition, SenderContext context) {
        this.partition = partition;
        this.subpartition = subpartition;
        this.context = context;
        this.elements = new Unacknowledged(context.counters().sending(), context.buffers());
    }

    /** What was taken and not claimed. */
    Unacknowledged elements() {
        return elements;
    }

    /**
     * A view begins, and any before it is over.
     *
     * @param owner rung when the queue has something
     * @return sequence number of the first record it will get
     * @throws StaleConsumerException if a newer attempt reads; nothing is kept then
     */
    long begin(Wire.Attach request, Waker owner) {
        look();
        long reached = gate == null ? -1 : gate.position(0);
        closeGate();
        try {
            gate = open(request, owner);
            attempt = request.consumer().attempt();
        } catch (RuntimeException e) {
            forget();
            throw e;
        }
        toldAgain.clear();
        if (gate.position(0) == reached) {
            toldAgain.addAll(elements.known());
            elements.restart();
        } else {
            elements.forget();
        }
        return firstSequence();
    }

    private InputGate open(Wire.Attach request, Waker owner) {
        ShuffleDescriptor here = new ShuffleDescriptor(partition, NettyShuffleService.NAME, new byte[0]);
        List<ChannelDescriptor> channel = List.of(new ChannelDescriptor(0, here, subpartition));
        return context.local().createGate(request.consumer(), channel, () -> null, owner);
    }

    /** Sequence number of the first record that is not claimed. */
    long firstSequence() {
        return elements.firstSequence(gate.position(0));
    }

    /**
     * Takes the next run of records, or event.
     *
     * @return false if there is none now
     * @throws PartitionFailedException if the producer failed or the partition is released
     * @throws StaleConsumerException if a reader of this process has attached
     */
    boolean fetch() {
        if (!gate.poll(cursor)) {
            return false;
        }
        if (cursor.hasRecord()) {
            toldAgain.clear();
            encode();
        } else {
            event(cursor.takeEvent());
        }
        return true;
    }

    /**
     * Takes nothing, and throws what {@link #fetch} would: for a view without credit.
     */
    void check() {
        gate.block(0);
        gate.poll(cursor);
        gate.resume(0);
    }

    private void event(ChannelEvent event) {
        if (event.equals(toldAgain.peek())) {
            toldAgain.remove();
        } else {
            // Something new, or what it says is newer than what was told here.
            toldAgain.clear();
            elements.add(Element.of(event));
        }
    }

    private void encode() {
        if (codec == null) {
            codec = newCodec();
        }
        while (cursor.hasRecord()) {
            long first = cursor.sequence();
            int count = 0;
            RecordOutput out = context.buffers().take();
            do {
                codec.encode(cursor.take(), out);
                count++;
            } while (cursor.hasRecord() && out.length() < BATCH_BYTES);
            check(out.length());
            elements.add(context.buffers().element(out, count, first));
        }
    }

    private RecordCodec<Object> newCodec() {
        Supplier<RecordCodec<Object>> made = context.codecs().get(partition);
        if (made == null) {
            throw new IllegalStateException("Partition " + partition + " was released");
        }
        return made.get();
    }

    private void check(int bytes) {
        long limit = context.options().recordBytes();
        if (bytes > limit) {
            throw new IllegalStateException("A record of " + bytes + " bytes is larger than "
                    + NettyShuffleOptions.RECORD_LIMIT.key() + " (" + limit + " bytes)");
        }
    }

    void acknowledgeEndOfData() {
        gate.acknowledgeEndOfData(0);
    }

    /**
     * There is no view now.
     *
     * @param newest attempt that has come: if it left before it began, the queue is told of it, and refuses older ones
     */
    void pause(Wire.Attach newest, Waker owner) {
        if (newest.consumer().attempt() > attempt) {
            try {
                begin(newest, owner);
            } catch (RuntimeException e) {
                // A newer one reads here, or there is nothing to read: it has forgotten all.
                return;
            }
        }
        if (gate != null && elements.isEmpty()) {
            closeGate();
        }
        look();
    }

    /** While there is no view: lets go of everything if the gate was lost. */
    void look() {
        if (gate == null) {
            return;
        }
        try {
            gate.block(0);
            gate.poll(cursor);
        } catch (StaleConsumerException | PartitionFailedException e) {
            forget();
        }
    }

    /** Nobody gets what is here; the next view begins where the queue is then. Nothing of the job stays. */
    void forget() {
        elements.forget();
        toldAgain.clear();
        cursor.event(0, null);
        codec = null;
        closeGate();
    }

    private void closeGate() {
        if (gate != null) {
            gate.close();
            gate = null;
        }
    }

    @Override
    public String toString() {
        return partition + "[" + subpartition + "]";
    }
}
