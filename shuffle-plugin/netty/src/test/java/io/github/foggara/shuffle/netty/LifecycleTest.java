package io.github.foggara.shuffle.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.foggara.api.rpc.ContainerId;
import io.github.foggara.api.shuffle.GateCursor;
import io.github.foggara.api.shuffle.InputGate;
import io.github.foggara.api.shuffle.PartitionFailedException;
import io.github.foggara.api.shuffle.ResultPartition;
import io.github.foggara.rpc.netty.transport.SecureTransport;
import io.github.foggara.rpc.netty.transport.TransportSettings;
import io.github.foggara.testkit.shuffle.Bell;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Environments that come and go while others wait for them. */
@ExtendWith(LeakCheck.class)
@Timeout(60)
class LifecycleTest {
    private static List<String> netThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("foggara-net-shuffle") || name.startsWith("globalEventExecutor"))
                .toList();
    }

    private static PartitionFailedException failure(InputGate gate, Bell bell) {
        GateCursor cursor = new GateCursor();
        return catchThrowableOfType(PartitionFailedException.class, () -> {
            while (true) {
                bell.await(() -> gate.poll(cursor));
                gate.poll(cursor);
            }
        });
    }

    private static Bell bell() {
        return new Bell(new LiveRuntime().newParker());
    }

    @Test
    void nothingStaysOfEnvironmentsWithOpenChannels() throws IOException {
        InetSocketAddress address;
        Pair pair = new Pair(Map.of());
        address = Location.decode(pair.producers.location()).address();
        ResultPartition partition = pair.partition(0, 1, new Bell());
        InputGate gate = pair.gate(0, 0);
        for (int i = 0; i < 100; i++) {
            partition.append(0, (long) i, 10);
        }
        partition.flush();
        pair.quiesce();
        assertThat(netThreads()).isNotEmpty();
        pair.close();
        assertThat(pair.producers.bufferedBytes() + pair.consumers.bufferedBytes())
                .isZero();
        SecureTransport.awaitQuiet();
        // A thread that has ended its work is there for a moment still.
        while (!netThreads().isEmpty()) {
            Thread.onSpinWait();
        }
        assertThatThrownBy(() -> new Socket(address.getAddress(), address.getPort()))
                .isInstanceOf(ConnectException.class);
        gate.close();
        partition.close();
    }

    @Test
    void channelsOfOneContainerNeedNoNetwork() {
        try (Pair pair = new Pair(Map.of())) {
            ResultPartition partition = pair.partition(0, 1, new Bell());
            InputGate gate = pair.gate(pair.producers, new byte[0], 0, 0, 1, new Bell());
            partition.append(0, 1L, 10);
            GateCursor cursor = new GateCursor();
            assertThat(gate.poll(cursor)).isTrue();
            assertThat(pair.producers.startedNetwork()).isNull();
        }
    }

    @Test
    void aChannelToOnesOwnLocationIsLocal() {
        try (Pair pair = new Pair(Map.of())) {
            ResultPartition partition = pair.partition(0, 1, new Bell());
            InputGate gate = pair.gate(pair.producers, pair.producers.location(), 0, 0, 1, new Bell());
            String record = new String("the same object");
            partition.append(0, record, 10);
            GateCursor cursor = new GateCursor();
            assertThat(gate.poll(cursor)).isTrue();
            assertThat(cursor.take()).isSameAs(record);
        }
    }

    @Test
    void whoWasMadeForOneContainerReachesNoOther() {
        try (Pair pair = new Pair(Map.of());
                NettyShuffleEnvironment alone = new NettyShuffleService()
                        .environment(new io.github.foggara.api.shuffle.ShuffleContext(Pair.SMALL, new LiveRuntime()))) {
            assertThat(alone.location()).isEmpty();
            byte[] location = pair.producers.location();
            assertThatThrownBy(() -> pair.gate(alone, location, 0, 0, 1, new Bell()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("one container");
        }
    }

    @Test
    void aProducerThatEndsIsBlamedAtOnce() {
        try (Pair pair = new Pair(Map.of("shuffle.netty.reconnect-limit", "1 h"))) {
            Bell bell = bell();
            InputGate gate = pair.gate(0, 0, 1, bell);
            pair.quiesce();
            pair.producers.close();
            PartitionFailedException failure = failure(gate, bell);
            assertThat(failure.partition()).isEqualTo(pair.id(0));
        }
    }

    @Test
    void aFailureIsToldThoughTheConnectionBreaks() {
        for (int i = 0; i < 10; i++) {
            try (Pair pair = new Pair(Map.of())) {
                ResultPartition partition = pair.partition(0, 1, new Bell());
                Bell bell = bell();
                InputGate gate = pair.gate(0, 0, 1, bell);
                pair.quiesce();
                pair.consumers.startedNetwork().producers().peers().get(0).reset();
                partition.fail(new IllegalStateException("boom"));
                assertThat(failure(gate, bell)).hasRootCauseMessage("boom");
            }
        }
    }

    @Test
    void aProducerOutOfReachIsBlamedAfterTheLimit() {
        try (Pair pair = new Pair(Map.of("shuffle.netty.reconnect-limit", "300 ms"))) {
            byte[] location = pair.producers.location();
            pair.producers.close();
            Bell bell = bell();
            long begin = System.nanoTime();
            InputGate gate = pair.gate(pair.consumers, location, 0, 0, 1, bell);
            PartitionFailedException failure = failure(gate, bell);
            assertThat(failure.partition()).isEqualTo(pair.id(0));
            assertThat(failure).hasMessageContaining("can not be reached for");
            assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(300_000_000L);
        }
    }

    @Test
    void aProducerThatHangsUpEachTimeIsBlamedAfterTheLimit() throws IOException {
        TransportSettings settings = Pair.transport("shuffle", Pair.ANY_PORT, new ContainerId(1, 2));
        try (SecureTransport transport = SecureTransport.open(settings, secured -> secured.close("no"));
                Pair pair = new Pair(Map.of("shuffle.netty.reconnect-limit", "300 ms"))) {
            Location there = new Location(
                    "127.0.0.1",
                    transport.address().getPort(),
                    settings.identity().container());
            Bell bell = bell();
            InputGate gate = pair.gate(pair.consumers, there.encode(), 0, 0, 1, bell);
            assertThat(failure(gate, bell)).hasMessageContaining("can not be reached for");
        }
    }

    @Test
    void anotherProcessAtTheSameAddressIsNotTheProducer() {
        try (Pair pair = new Pair(Map.of("shuffle.netty.reconnect-limit", "1 h"))) {
            Location here = Location.decode(pair.producers.location());
            Location former = new Location(here.host(), here.port(), new ContainerId(1, 2));
            Bell bell = bell();
            InputGate gate = pair.gate(pair.consumers, former.encode(), 0, 0, 1, bell);
            assertThat(failure(gate, bell)).hasMessageContaining("another process");
        }
    }

    @Test
    void aConsumerWaitsForAProducerThatStartsLate() {
        try (Pair pair = new Pair(Map.of())) {
            InputGate gate = pair.gate(0, 0);
            pair.quiesce();
            ResultPartition partition = pair.partition(0, 1, new Bell());
            partition.append(0, 7L, 10);
            partition.flush();
            pair.quiesce();
            GateCursor cursor = new GateCursor();
            assertThat(gate.poll(cursor)).isTrue();
            assertThat(cursor.take()).isEqualTo(7L);
        }
    }

    @Test
    void aProducerThatIsNotReadFromAnyMoreIsLeft() {
        try (Pair pair = new Pair(Map.of("shuffle.netty.reconnect-limit", "50 ms"))) {
            for (int attempt = 0; attempt < 3; attempt++) {
                InputGate gate = pair.gate(0, attempt);
                pair.quiesce();
                assertThat(pair.producers.startedNetwork().consumers().connections())
                        .isEqualTo(1);
                gate.close();
                while (!pair.consumers.startedNetwork().producers().peers().isEmpty()
                        || pair.producers.startedNetwork().consumers().connections() > 0) {
                    Thread.yield();
                }
            }
        }
    }

    @Test
    void aProducerThatIsReadFromAgainIsNotLeft() throws InterruptedException {
        HeldTimers timers = new HeldTimers(Duration.ofHours(1));
        Map<String, String> options = Map.of("shuffle.netty.reconnect-limit", "1 h");
        try (Pair pair = new Pair(options);
                NettyShuffleEnvironment reader = Pair.environment(options, timers)) {
            ResultPartition partition = pair.partition(0, 1, new Bell());
            pair.gate(reader, pair.producers.location(), 0, 0, 1, new Bell()).close();
            Runnable leave = timers.await();
            pair.gate(reader, pair.producers.location(), 0, 1, 1, new Bell()).close();
            Runnable leaveLater = timers.await();
            RemoteProducers producers = reader.startedNetwork().producers();
            leave.run();
            assertThat(producers.peers()).as("it was read from since").hasSize(1);
            InputGate last = pair.gate(reader, pair.producers.location(), 0, 2, 1, new Bell());
            leaveLater.run();
            assertThat(producers.peers()).as("it is read from").hasSize(1);
            partition.append(0, 7L, 10);
            partition.flush();
            Pair.quiesce(reader);
            GateCursor cursor = new GateCursor();
            assertThat(last.poll(cursor)).isTrue();
            assertThat(cursor.take()).isEqualTo(7L);
        }
    }

    @Test
    void aReaderThatEndsLeavesTheRestToTheNext() {
        try (Pair pair = new Pair(Map.of());
                NettyShuffleEnvironment other = Pair.environment(Map.of())) {
            ResultPartition partition = pair.partition(0, 1, new Bell());
            pair.gate(0, 0);
            partition.append(0, 7L, 10);
            partition.flush();
            pair.quiesce();
            pair.consumers.close();
            InputGate gate = pair.gate(other, pair.producers.location(), 0, 1, 1, new Bell());
            Pair.quiesce(other);
            assertThat(gate.position(0)).isZero();
            GateCursor cursor = new GateCursor();
            assertThat(gate.poll(cursor)).isTrue();
            assertThat(cursor.take()).isEqualTo(7L);
        }
    }
}
