package io.github.foggara.shuffle.local;

import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.shuffle.ChannelEvent;
import io.github.foggara.api.shuffle.ResultPartition;
import java.lang.invoke.VarHandle;

/**
 * The producer's side. Producing task only, except {@link #fail}.
 *
 * <p><b>Room</b> is known by two plain fields: no queue was full when its last batch was closed, and fewer bytes have been
 * appended than the last look allowed. Only when they say no are the shared counters looked at. The look allows one
 * {@link MemoryBudget#STEP} more while the budget of the environment lasts. After that a partition may still have its own share
 * of bytes unread, whatever others hold: so each producer goes on as soon as its own consumers do, and no cycle of
 * waiting can close.
 */
final class LocalResultPartition implements ResultPartition {
    private final ResultPartitionId id;
    private final LocalShuffleOptions options;
    private final RoomSignal signal;
    private final MemoryBudget budget;
    private final ChannelWriter[] writers;

    private long appendedBytes;
    private long chargedBytes;
    private long allowedBytes;
    /** Value of {@code appendedBytes} when there last was room. */
    private long bytesAtRoom;

    private int fullQueues;
    private boolean closed;

    LocalResultPartition(
            ResultPartitionId id,
            BatchQueue[] queues,
            RoomSignal signal,
            MemoryBudget budget,
            LocalShuffleOptions options) {
        this.id = id;
        this.options = options;
        this.signal = signal;
        this.budget = budget;
        this.writers = new ChannelWriter[queues.length];
        for (int i = 0; i < queues.length; i++) {
            writers[i] = new ChannelWriter(queues[i], signal, options);
        }
    }

    @Override
    public ResultPartitionId id() {
        return id;
    }

    @Override
    public int subpartitions() {
        return writers.length;
    }

    @Override
    public void append(int subpartition, Object record, int bytes) {
        ChannelWriter writer = writers[subpartition];
        appendedBytes += bytes;
        if (writer.append(record, bytes)) {
            batchCompleted(writer);
        }
    }

    private void batchCompleted(ChannelWriter writer) {
        checkFull(writer);
        writer.takeDirty();
        VarHandle.fullFence();
        writer.queue().ringReader();
    }

    private void checkFull(ChannelWriter writer) {
        if (!writer.full() && isFull(writer)) {
            writer.full(true);
            fullQueues++;
        }
    }

    private boolean isFull(ChannelWriter writer) {
        return writer.queue().unread(writer.number()) >= options.queueBatches();
    }

    @Override
    public void broadcast(ChannelEvent event) {
        if (closed) {
            throw new IllegalStateException("Partition " + id + " is closed: nothing can be appended");
        }
        for (ChannelWriter writer : writers) {
            writer.append(event);
            checkFull(writer);
        }
        flush();
    }

    @Override
    public boolean hasRoom() {
        if (fullQueues == 0 && appendedBytes < allowedBytes) {
            bytesAtRoom = appendedBytes;
            return true;
        }
        return lookForRoom();
    }

    @Override
    public boolean overshot() {
        return appendedBytes - bytesAtRoom > options.overshootBytes() && !hasRoom();
    }

    private boolean lookForRoom() {
        settle();
        if (!roomNow()) {
            // First say what to be woken for, then look again: see the handshake in BatchQueue.
            askForWake();
            if (!roomNow()) {
                return false;
            }
            signal.hasRoomAgain();
        }
        bytesAtRoom = appendedBytes;
        return true;
    }

    private boolean roomNow() {
        if (fullQueues > 0) {
            for (ChannelWriter writer : writers) {
                if (writer.full() && !isFull(writer)) {
                    writer.queue().hasRoomAgain();
                    writer.full(false);
                    fullQueues--;
                }
            }
        }
        return roomInBytes() && fullQueues == 0;
    }

    private boolean roomInBytes() {
        long more = budget.exhausted() ? options.batchBytes() - signal.unread() : MemoryBudget.STEP;
        allowedBytes = appendedBytes + Math.min(more, MemoryBudget.STEP);
        return more > 0;
    }

    private void askForWake() {
        for (ChannelWriter writer : writers) {
            if (writer.full()) {
                writer.queue().wakeProducerAt(writer.number() + 1 - options.queueBatches() / 2);
            }
        }
        if (allowedBytes <= appendedBytes) {
            signal.wakeAtUnread(options.batchBytes() / 2);
        }
    }

    @Override
    public void flush() {
        settle();
        VarHandle.fullFence();
        for (ChannelWriter writer : writers) {
            if (writer.takeDirty()) {
                writer.queue().ringReader();
            }
        }
    }

    private void settle() {
        long bytes = appendedBytes - chargedBytes;
        if (bytes > 0) {
            chargedBytes = appendedBytes;
            signal.charge(bytes);
        }
    }

    @Override
    public long appended(int subpartition) {
        return writers[subpartition].appended();
    }

    @Override
    public boolean allDataProcessed() {
        for (ChannelWriter writer : writers) {
            if (!writer.queue().dataProcessed()) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void fail(Throwable cause) {
        String message = "The producer of partition " + id + " failed: " + cause;
        for (ChannelWriter writer : writers) {
            ChannelView reader = writer.queue().fail(message, cause);
            if (reader != null) {
                reader.wakeOwner();
            }
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            for (ChannelWriter writer : writers) {
                writer.end();
            }
            flush();
        }
    }
}
