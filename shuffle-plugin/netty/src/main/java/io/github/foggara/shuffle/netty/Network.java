package io.github.foggara.shuffle.netty;

import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.rpc.ContainerId;
import io.github.foggara.api.rpc.PeerIdentity;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.shuffle.ClusterAccess;
import io.github.foggara.api.shuffle.JobTokens;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.rpc.netty.transport.SecureChannel;
import io.github.foggara.rpc.netty.transport.SecureTransport;
import io.github.foggara.rpc.netty.transport.TransportSettings;
import io.github.foggara.rpc.netty.transport.TransportUser;
import io.github.foggara.shuffle.local.LocalShuffleEnvironment;
import io.github.foggara.shuffle.netty.transport.TypedFrames;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sockets and threads of one environment. The first class that needs Netty, loaded when the first channel leads elsewhere. Thread-safe. */
final class Network implements TransportUser {
    private static final Logger LOG = LoggerFactory.getLogger(Network.class);
    private static final String NAME = "shuffle";
    /** Changes with what {@link Wire} says. */
    static final int PROTOCOL = 3;

    private static final int SILENT_BEATS = 3;
    private static final long LAST_WORDS_MILLIS = 2_000;

    private final SecureTransport transport;
    private final RemoteReaders consumers;
    private final RemoteProducers producers;
    private final ContainerId life;
    private final String host;

    /**
     * @throws UncheckedIOException saying why it can not listen
     */
    Network(
            NettyShuffleOptions options,
            LocalShuffleEnvironment local,
            Map<ResultPartitionId, Supplier<RecordCodec<Object>>> codecs,
            Counters counters,
            EngineRuntime runtime,
            ClusterAccess access,
            JobTokens tokens) {
        life = ContainerId.random(runtime);
        consumers = new RemoteReaders(
                new SenderContext(local, codecs, counters, new EncodeBuffers(), runtime, tokens, options));
        try {
            transport = SecureTransport.prepare(settings(options, runtime, access), this);
            producers = new RemoteProducers(transport, runtime, local, tokens, options, counters);
            transport.listen();
            host = host(options, access);
        } catch (IOException e) {
            throw new UncheckedIOException("The exchange of records between containers: " + e.getMessage(), e);
        }
    }

    private String host(NettyShuffleOptions options, ClusterAccess access) throws IOException {
        try {
            return AdvertisedHost.of(transport.address().getAddress(), options.advertisedHost(), access.host());
        } catch (IOException e) {
            transport.close();
            throw e;
        }
    }

    /** An environment has an identity of its own: a container may have several, one after the other. */
    private TransportSettings settings(NettyShuffleOptions options, EngineRuntime runtime, ClusterAccess access) {
        PeerIdentity container = access.identity();
        PeerIdentity identity =
                new PeerIdentity(life, NAME, container.productVersion(), PROTOCOL, container.clusterId(), Map.of());
        return new TransportSettings(
                NAME,
                access.bind(),
                identity,
                access.security(),
                runtime,
                TypedFrames.LARGEST,
                options.threads(),
                options.heartbeat(),
                options.heartbeat().multipliedBy(SILENT_BEATS));
    }

    @Override
    public void established(SecureChannel secured) {
        if (secured.channel().parent() != null) {
            consumers.accept(secured);
        } else {
            producers.established(secured);
        }
    }

    /** No thread of Netty's own is left when it returns. */
    static void awaitQuiet() {
        SecureTransport.awaitQuiet();
    }

    Location location() {
        return new Location(host, transport.address().getPort(), life);
    }

    /** What others read here. */
    RemoteReaders consumers() {
        return consumers;
    }

    /** What is read here from others. */
    RemoteProducers producers() {
        return producers;
    }

    /** For tests: one of its net threads. */
    EventExecutor netThread() {
        return transport.netThread();
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
