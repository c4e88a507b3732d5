package io.github.foggara.shuffle.local;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.runtime.Waker;
import io.github.foggara.api.shuffle.ChannelDescriptor;
import io.github.foggara.api.shuffle.InputGate;
import io.github.foggara.api.shuffle.PartitionDescriptor;
import io.github.foggara.api.shuffle.ResultPartition;
import io.github.foggara.api.shuffle.ShuffleEnvironment;
import io.github.foggara.api.types.RecordCodec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The partitions of one TaskExecutor, by id. Thread-safe by one lock, taken when tasks start and end and never on the way of a
 * record; nobody is woken under it.
 */
public final class LocalShuffleEnvironment implements ShuffleEnvironment {
    private final LocalShuffleOptions options;
    private final MemoryBudget budget;
    private final Map<ResultPartitionId, PartitionSlot> slots = new HashMap<>();
    private boolean closed;

    /**
     * For an exchange that adds channels to and from elsewhere to this one.
     *
     * @param configuration with options {@code shuffle.local.*}
     * @throws io.github.foggara.api.plugin.InvalidOptionException naming key, value and range
     */
    public static LocalShuffleEnvironment of(Configuration configuration) {
        return new LocalShuffleEnvironment(LocalShuffleOptions.of(configuration));
    }

    LocalShuffleEnvironment(LocalShuffleOptions options) {
        this.options = options;
        this.budget = new MemoryBudget(options.floatingBytes());
    }

    @Override
    public ResultPartition createPartition(
            PartitionDescriptor partition, Supplier<RecordCodec<Object>> codecs, Waker owner) {
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
    public InputGate createGate(
            ExecutionAttemptId consumer,
            List<ChannelDescriptor> channels,
            Supplier<RecordCodec<Object>> codecs,
            Waker owner) {
        return createGate(consumer, channels, Map.of(), codecs, owner);
    }

    /**
     * The same with some channels that are filled from elsewhere.
     *
     * @param inlets by index of the channel; each new, for this gate alone
     */
    public InputGate createGate(
            ExecutionAttemptId consumer,
            List<ChannelDescriptor> channels,
            Map<Integer, Inlet> inlets,
            Supplier<RecordCodec<Object>> codecs,
            Waker owner) {
        GateCodec codec = new GateCodec(codecs);
        ChannelView[] views = new ChannelView[channels.size()];
        List<ChannelView> fenced = new ArrayList<>();
        try {
            synchronized (this) {
                checkOpen();
                for (int i = 0; i < views.length; i++) {
                    Inlet inlet = inlets.get(i);
                    BatchQueue queue = inlet == null ? queue(channels.get(i)) : inlet.queue();
                    views[i] = new ChannelView(queue, consumer.attempt(), codec, owner);
                }
                attach(views, fenced);
            }
        } finally {
            fenced.forEach(ChannelView::wakeOwner);
        }
        return new LocalInputGate(this, budget, views);
    }

    private BatchQueue queue(ChannelDescriptor channel) {
        return slot(channel.partition().id()).queue(channel.subpartition());
    }

    private void attach(ChannelView[] views, List<ChannelView> fenced) {
        boolean complete = false;
        try {
            for (ChannelView view : views) {
                ChannelView old = view.queue().attach(view);
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
