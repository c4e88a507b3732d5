package io.github.foggara.shuffle.netty;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.rpc.ContainerId;
import io.github.foggara.api.rpc.PeerIdentity;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.runtime.Waker;
import io.github.foggara.api.security.ClusterSecurity;
import io.github.foggara.api.shuffle.ChannelDescriptor;
import io.github.foggara.api.shuffle.ClusterAccess;
import io.github.foggara.api.shuffle.GateCursor;
import io.github.foggara.api.shuffle.InputGate;
import io.github.foggara.api.shuffle.JobTokens;
import io.github.foggara.api.shuffle.PartitionDescriptor;
import io.github.foggara.api.shuffle.ResultPartition;
import io.github.foggara.api.shuffle.ShuffleContext;
import io.github.foggara.api.shuffle.ShuffleDescriptor;
import io.github.foggara.rpc.netty.transport.TransportSettings;
import io.github.foggara.testkit.network.FaultyProxy;
import io.github.foggara.testkit.shuffle.Bell;
import io.github.foggara.testkit.shuffle.TestCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A producer's and a consumer's environment, connected over loopback. */
final class Pair implements AutoCloseable {
    static final Configuration SMALL = new Configuration(Map.of(
            "shuffle.local.batch-records", "32",
            "shuffle.local.batch-size", "4 kb",
            "shuffle.local.queue-batches", "4",
            "shuffle.local.floating-memory", "64 kb",
            "shuffle.local.overshoot-limit", "8 kb",
            "shuffle.netty.channel-credit", "2 kb",
            "shuffle.netty.floating-memory", "0",
            "shuffle.netty.threads", "1"));
    static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    private static final Path SECRET = secret();
    private static final ClusterSecurity LOOPBACK = ClusterSecurity.loopback("c", SECRET);
    /** Else who stands between two containers would be refused. */
    private static final ClusterSecurity PASSED_ON = new ClusterSecurity("c", SECRET, null, true);

    private static final int SECONDS = 30;
    /** From a claim over its credit and a fence to the data of the next view. */
    private static final int ROUND_TRIPS = 4;

    final JobId job = new JobId(7, 8);
    final NettyShuffleEnvironment producers;
    final NettyShuffleEnvironment consumers;
    /** Between them, or null. */
    final FaultyProxy network;

    Pair(Map<String, String> options) {
        this(options, new LiveRuntime());
    }

    Pair(Map<String, String> options, EngineRuntime producersRuntime) {
        producers = environment(options, producersRuntime);
        consumers = environment(options);
        network = null;
    }

    private Pair(NettyShuffleEnvironment producers, NettyShuffleEnvironment consumers) {
        this.producers = producers;
        this.consumers = consumers;
        this.network = new FaultyProxy(Location.decode(producers.location()).address());
    }

    /** Connected by a network that fails when the test says so. Each has a clock of its own. */
    static Pair apart(Map<String, String> options, EngineRuntime producersRuntime, EngineRuntime consumersRuntime) {
        return apart(options, producersRuntime, consumersRuntime, JobTokens.IDS);
    }

    /**
     * The same.
     *
     * @param tokens of the jobs that are known at the producers
     */
    static Pair apart(
            Map<String, String> options,
            EngineRuntime producersRuntime,
            EngineRuntime consumersRuntime,
            JobTokens tokens) {
        return new Pair(
                environment(options, producersRuntime, PASSED_ON, tokens),
                environment(options, consumersRuntime, PASSED_ON, JobTokens.IDS));
    }

    /** Each end proves itself in its own way. */
    Pair(Map<String, String> options, ClusterSecurity producersSecurity, ClusterSecurity consumersSecurity) {
        producers = environment(options, new LiveRuntime(), producersSecurity, JobTokens.IDS);
        consumers = environment(options, new LiveRuntime(), consumersSecurity, JobTokens.IDS);
        network = null;
    }

    static NettyShuffleEnvironment environment(Map<String, String> options) {
        return environment(options, new LiveRuntime());
    }

    /** With other tokens than the ids of jobs. */
    static NettyShuffleEnvironment environment(Map<String, String> options, JobTokens tokens) {
        return environment(options, new LiveRuntime(), ClusterSecurity.loopback("c", SECRET), tokens);
    }

    static NettyShuffleEnvironment environment(Map<String, String> options, EngineRuntime runtime) {
        return environment(options, runtime, LOOPBACK, JobTokens.IDS);
    }

    private static NettyShuffleEnvironment environment(
            Map<String, String> options, EngineRuntime runtime, ClusterSecurity security, JobTokens tokens) {
        Map<String, String> all = new HashMap<>(SMALL.values());
        all.putAll(options);
        return new NettyShuffleService()
                .environment(new ShuffleContext(
                        new Configuration(all), runtime, Optional.of(access(runtime, security)), tokens));
    }

    static ShuffleContext context(Configuration configuration, EngineRuntime runtime) {
        return context(configuration, runtime, LOOPBACK);
    }

    static ShuffleContext context(Configuration configuration, EngineRuntime runtime, ClusterSecurity security) {
        return new ShuffleContext(configuration, runtime, Optional.of(access(runtime, security)));
    }

    private static ClusterAccess access(EngineRuntime runtime, ClusterSecurity security) {
        PeerIdentity identity = new PeerIdentity(ContainerId.random(runtime), "test", "1", 1, "c", Map.of());
        return new ClusterAccess(ANY_PORT, ANY_PORT.getAddress().getHostAddress(), identity, security);
    }

    /**
     * For an end that is played by a test.
     *
     * @param bind null if it only connects
     * @param life what it calls itself
     */
    static TransportSettings transport(String name, InetSocketAddress bind, ContainerId life) {
        LiveRuntime runtime = new LiveRuntime();
        ClusterAccess access = context(SMALL, runtime).cluster().orElseThrow();
        PeerIdentity identity = new PeerIdentity(
                life,
                name,
                access.identity().productVersion(),
                Network.PROTOCOL,
                access.identity().clusterId(),
                Map.of());
        return new TransportSettings(
                name,
                bind,
                identity,
                access.security(),
                runtime,
                1 << 20,
                1,
                Duration.ofSeconds(5),
                Duration.ofSeconds(15));
    }

    private static Path secret() {
        try {
            Path directory = Files.createTempDirectory("shuffle");
            directory.toFile().deleteOnExit();
            Path file = directory.resolve("secret");
            file.toFile().deleteOnExit();
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    ResultPartitionId id(int producer) {
        return new ResultPartitionId(new ExecutionAttemptId(job, 0, producer, 0), 0);
    }

    ResultPartition partition(int producer, int subpartitions, Waker owner) {
        return producers.createPartition(new PartitionDescriptor(id(producer), subpartitions), TestCodec::new, owner);
    }

    /** Where consumers find the producers. */
    byte[] location() {
        byte[] there = producers.location();
        if (network == null) {
            return there;
        }
        Location direct = Location.decode(there);
        return new Location(direct.host(), network.address().getPort(), direct.life()).encode();
    }

    InputGate gate(int subtask, int attempt, int producerCount, Waker owner) {
        return gate(consumers, location(), subtask, attempt, producerCount, owner);
    }

    InputGate gate(
            NettyShuffleEnvironment at, byte[] location, int subtask, int attempt, int producerCount, Waker owner) {
        List<ChannelDescriptor> channels = new ArrayList<>();
        for (int i = 0; i < producerCount; i++) {
            channels.add(new ChannelDescriptor(
                    0, new ShuffleDescriptor(id(i), NettyShuffleService.NAME, location), subtask));
        }
        return at.createGate(new ExecutionAttemptId(job, 1, subtask, attempt), channels, TestCodec::new, owner);
    }

    InputGate gate(int subtask, int attempt) {
        return gate(subtask, attempt, 1, new Bell());
    }

    void quiesce() {
        quiesce(consumers);
    }

    /** Returns when what is on its way has come, and what follows from that, too; claims as well, which would be told later else. */
    static void quiesce(NettyShuffleEnvironment consumers) {
        Network network = consumers.startedNetwork();
        if (network == null) {
            return;
        }
        for (int i = 0; i < ROUND_TRIPS; i++) {
            for (ProducerPeer peer : network.producers().peers()) {
                peer.execute(peer::tellLate);
                CountDownLatch answered = new CountDownLatch(1);
                peer.ping(answered::countDown);
                await(answered);
            }
        }
    }

    /**
     * From now on bytes are held by the network.
     *
     * @return counts down when the consumers have lost their connection
     */
    CountDownLatch hold(FaultyProxy.Fault fault) {
        CountDownLatch gone = new CountDownLatch(1);
        network.become(fault);
        // Is not answered, but ends with the connection.
        consumers.startedNetwork().producers().peers().get(0).ping(gone::countDown);
        hop(consumers);
        return gone;
    }

    /** Returns when its net thread, of which it has one, has done what it was given, and what follows from that. */
    static void hop(NettyShuffleEnvironment at) {
        for (int i = 0; i < 2; i++) {
            CountDownLatch done = new CountDownLatch(1);
            at.startedNetwork().netThread().execute(done::countDown);
            await(done);
        }
    }

    /** Waits until the gate has something, or a reason why it will have nothing; until the time of the test is over at the latest. */
    static void poll(InputGate gate, Bell bell, GateCursor into) {
        while (into.exhausted() && !gate.poll(into)) {
            bell.await(() -> gate.poll(into));
            if (Thread.currentThread().isInterrupted()) {
                throw new AssertionError("Nothing comes");
            }
        }
    }

    static void await(CountDownLatch latch) {
        try {
            if (!latch.await(SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("No answer in " + SECONDS + " seconds");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        consumers.close();
        producers.close();
        if (network != null) {
            network.close();
        }
    }
}
