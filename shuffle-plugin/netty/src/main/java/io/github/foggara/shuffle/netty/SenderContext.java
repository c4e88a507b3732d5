package io.github.foggara.shuffle.netty;

import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.shuffle.JobTokens;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.shuffle.local.LocalShuffleEnvironment;
import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/**
 * What the senders of an environment share. Thread-safe.
 *
 * @param codecs of the partitions made here; a partition's are there before its first record
 */
record SenderContext(
        LocalShuffleEnvironment local,
        Map<ResultPartitionId, Supplier<RecordCodec<Object>>> codecs,
        Counters counters,
        EncodeBuffers buffers,
        EngineRuntime runtime,
        JobTokens tokens,
        NettyShuffleOptions options) {
    /** Runs it later, by that net thread; not at all once the network is closed. */
    EngineRuntime.Cancellable schedule(Duration delay, EventExecutor net, Runnable action) {
        return runtime.schedule(delay.toNanos(), () -> later(net, action));
    }

    /** Runs it by that net thread after what it has to do already; not at all once the network is closed. */
    void later(EventExecutor net, Runnable action) {
        try {
            net.execute(action);
        } catch (RejectedExecutionException e) {
            // Nobody is left who would wait for it.
            return;
        }
    }
}
