package io.github.foggara.shuffle.netty;

import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.shuffle.local.LocalShuffleEnvironment;
import io.github.foggara.shuffle.netty.transport.ProcessId;
import io.github.foggara.shuffle.netty.transport.Transport;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sockets and threads of one environment. The first class that needs Netty, loaded when the first channel leads elsewhere. Thread-safe. */
final class Network {
    private static final Logger LOG = LoggerFactory.getLogger(Network.class);
    private static final long LAST_WORDS_MILLIS = 2_000;

    private final Transport transport;
    private final RemoteReaders consumers;
    private final RemoteProducers producers;
    private final Location location;

    Network(
            NettyShuffleOptions options,
            LocalShuffleEnvironment local,
            Map<ResultPartitionId, Supplier<RecordCodec<Object>>> codecs,
            Counters counters,
            EngineRuntime runtime) {
        ProcessId self = new ProcessId(runtime.randomBits(), runtime.randomBits());
        AtomicInteger threads = new AtomicInteger();
        transport = new Transport(
                self,
                new Transport.Settings(
                        options.cluster(), options.threads(), options.heartbeat().toMillis()),
                body -> runtime.newThread("shuffle-netty-" + self + "-" + threads.getAndIncrement(), null, body));
        try {
            consumers = new RemoteReaders(transport, local, codecs, counters, options.reconnect());
            InetSocketAddress bound = transport.bind(InetAddress.getLoopbackAddress(), consumers::accept);
            location = new Location(bound.getAddress().getHostAddress(), bound.getPort(), self);
            producers = new RemoteProducers(transport, local, options, counters, location);
        } catch (RuntimeException e) {
            transport.close();
            throw e;
        }
    }

    Location location() {
        return location;
    }

    /** What others read here. */
    RemoteReaders consumers() {
        return consumers;
    }

    /** What is read here from others. */
    RemoteProducers producers() {
        return producers;
    }

    /** Ends views with their reason, then connections, then threads; waits for that, bounded. */
    void close() {
        await(producers.close());
        await(consumers.close());
        transport.close();
    }

    private static void await(CountDownLatch closed) {
        try {
            if (!closed.await(LAST_WORDS_MILLIS, TimeUnit.MILLISECONDS)) {
                LOG.warn("{} connections do not take what they are told last", closed.getCount());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
