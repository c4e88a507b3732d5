package io.github.foggara.shuffle.netty;

import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.runtime.Waker;
import io.github.foggara.api.shuffle.ChannelDescriptor;
import io.github.foggara.api.shuffle.InputGate;
import io.github.foggara.api.shuffle.ShuffleDescriptor;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.shuffle.local.LocalShuffleEnvironment;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * What a sender reads: one subpartition of this environment. Thread-safe.
 *
 * @param codecs of the partitions made here; a partition's are there before its first record
 */
record SubpartitionSource(
        ResultPartitionId partition,
        int subpartition,
        LocalShuffleEnvironment local,
        Map<ResultPartitionId, Supplier<RecordCodec<Object>>> codecs,
        Counters counters) {
    /** A gate of its own for that consumer's attempt. */
    InputGate open(Wire.Attach request, Waker reader) {
        ShuffleDescriptor here = new ShuffleDescriptor(partition, NettyShuffleService.NAME, new byte[0]);
        return local.createGate(
                request.consumer(), List.of(new ChannelDescriptor(0, here, subpartition)), () -> null, reader);
    }

    RecordCodec<Object> codec() {
        Supplier<RecordCodec<Object>> made = codecs.get(partition);
        if (made == null) {
            throw new IllegalStateException("Partition " + partition + " was released");
        }
        return made.get();
    }

    AtomicLong buffered() {
        return counters.sending();
    }

    void countStale() {
        counters.stale().incrementAndGet();
    }

    @Override
    public String toString() {
        return partition + "[" + subpartition + "]";
    }
}
