package io.github.foggara.shuffle.local;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.runtime.Waker;
import io.github.foggara.api.shuffle.ChannelDescriptor;
import io.github.foggara.api.shuffle.InputGate;
import io.github.foggara.api.shuffle.PartitionDescriptor;
import io.github.foggara.api.shuffle.ResultPartition;
import io.github.foggara.api.shuffle.ShuffleEnvironment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The partitions of one TaskExecutor, by id. Thread-safe by one lock, taken when tasks start and end and never on the way of a
 * record; nobody is woken under it.
 */
final class LocalShuffleEnvironment implements ShuffleEnvironment {
    private final LocalShuffleOptions options;
    private final MemoryBudget budget;
    private final Map<ResultPartitionId, PartitionSlot> slots = new HashMap<>();
    private boolean closed;

    LocalShuffleEnvironment(LocalShuffleOptions options) {
        this.options = options;
        this.budget = new MemoryBudget(options.floatingBytes());
    }

    @Override
    public ResultPartition createPartition(PartitionDescriptor partition, Waker owner) {
        RoomSignal signal = new RoomSignal(owner, budget);
        BatchQueue[] queues;
        List<ChannelView> surplus;
        synchronized (this) {
            checkOpen();
            PartitionSlot slot = slot(partition.id());
            queues = slot.produce(partition.subpartitions(), signal);
            surplus = slot.failSurplus();
        }
        surplus.forEach(ChannelView::wakeOwner);
        return new LocalResultPartition(partition.id(), queues, signal, budget, options);
    }

    @Override
    public InputGate createGate(ExecutionAttemptId consumer, List<ChannelDescriptor> channels, Waker owner) {
        ChannelView[] views = new ChannelView[channels.size()];
        List<ChannelView> fenced = new ArrayList<>();
        try {
            synchronized (this) {
                checkOpen();
                attach(consumer, channels, owner, views, fenced);
            }
        } finally {
            fenced.forEach(ChannelView::wakeOwner);
        }
        return new LocalInputGate(this, budget, views);
    }

    private void attach(
            ExecutionAttemptId consumer,
            List<ChannelDescriptor> channels,
            Waker owner,
            ChannelView[] views,
            List<ChannelView> fenced) {
        boolean complete = false;
        try {
            for (int i = 0; i < views.length; i++) {
                ChannelDescriptor channel = channels.get(i);
                BatchQueue queue = slot(channel.partition().id()).queue(channel.subpartition());
                ChannelView view = new ChannelView(queue, consumer.attempt(), owner);
                ChannelView old = queue.attach(view);
                views[i] = view;
                if (old != null) {
                    fenced.add(old);
                }
            }
            complete = true;
        } finally {
            if (!complete) {
                detach(views);
            }
        }
    }

    /** The views give up their channels; entries may be null. */
    synchronized void detach(ChannelView[] views) {
        for (ChannelView view : views) {
            if (view != null) {
                view.queue().detach(view);
                PartitionSlot slot = slots.get(view.queue().partition);
                if (slot != null && slot.abandoned()) {
                    slots.remove(view.queue().partition);
                }
            }
        }
    }

    @Override
    public void releasePartition(ResultPartitionId id) {
        PartitionSlot slot;
        synchronized (this) {
            slot = slots.remove(id);
        }
        if (slot != null) {
            slot.release(budget).forEach(ChannelView::wakeOwner);
        }
    }

    @Override
    public long bufferedBytes() {
        return budget.used();
    }

    @Override
    public void close() {
        List<PartitionSlot> all;
        synchronized (this) {
            closed = true;
            all = new ArrayList<>(slots.values());
            slots.clear();
        }
        for (PartitionSlot slot : all) {
            slot.release(budget).forEach(ChannelView::wakeOwner);
        }
    }

    private PartitionSlot slot(ResultPartitionId id) {
        return slots.computeIfAbsent(id, PartitionSlot::new);
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("The shuffle environment is closed");
        }
    }
}
