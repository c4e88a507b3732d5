package io.github.foggara.shuffle.local;

import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.shuffle.PartitionFailedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The queues of one partition, made by whichever side comes first. Under the environment's lock.
 */
final class PartitionSlot {
    private final ResultPartitionId id;
    private final Map<Integer, BatchQueue> queues = new TreeMap<>();
    private RoomSignal producer;
    private int subpartitions;

    PartitionSlot(ResultPartitionId id) {
        this.id = id;
    }

    /** For a consumer, which may come before the producer. */
    BatchQueue queue(int subpartition) {
        if (subpartition < 0 || producer != null && subpartition >= subpartitions) {
            throw new IllegalArgumentException(
                    "Partition " + id + " has " + subpartitions + " subpartitions, no " + subpartition);
        }
        return queues.computeIfAbsent(subpartition, index -> new BatchQueue(id, index));
    }

    /**
     * For the producer, once.
     *
     * @throws IllegalStateException if there is one
     */
    BatchQueue[] produce(int count, RoomSignal signal) {
        if (producer != null) {
            throw new IllegalStateException("Partition " + id + " exists already");
        }
        if (count < 1) {
            throw new IllegalArgumentException("Partition " + id + " must have a subpartition, not " + count);
        }
        subpartitions = count;
        producer = signal;
        BatchQueue[] all = new BatchQueue[count];
        for (int i = 0; i < count; i++) {
            all[i] = queue(i);
            all[i].producer(signal);
        }
        return all;
    }

    /** Views of subpartitions that the producer turned out not to have; they wait for nothing. */
    List<ChannelView> failSurplus() {
        List<ChannelView> readers = new ArrayList<>();
        for (BatchQueue queue : queues.values()) {
            if (queue.subpartition >= subpartitions) {
                addIfPresent(
                        readers, queue.fail("Partition " + id + " has only " + subpartitions + " subpartitions", null));
            }
        }
        return readers;
    }

    /**
     * Fails the readers, and drops what is unread.
     *
     * @return the views to be woken without holding a lock
     */
    List<ChannelView> release(MemoryBudget budget) {
        List<ChannelView> readers = new ArrayList<>();
        long read = 0;
        PartitionFailedException released = new PartitionFailedException(id, "Partition " + id + " was released", null);
        for (BatchQueue queue : queues.values()) {
            addIfPresent(readers, queue.fail(released));
            read += queue.drop();
        }
        if (producer != null) {
            budget.release(producer.endCharging() - read);
        }
        return readers;
    }

    /** Whether neither a producer nor a consumer knows it. */
    boolean abandoned() {
        return producer == null && queues.values().stream().allMatch(BatchQueue::unattended);
    }

    private static void addIfPresent(List<ChannelView> views, ChannelView view) {
        if (view != null) {
            views.add(view);
        }
    }
}
