package io.github.foggara.shuffle.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.shuffle.GateCursor;
import io.github.foggara.api.shuffle.InputGate;
import io.github.foggara.api.shuffle.PartitionFailedException;
import io.github.foggara.api.shuffle.ResultPartition;
import io.github.foggara.api.shuffle.StaleConsumerException;
import io.github.foggara.testkit.network.FaultyProxy.Fault;
import io.github.foggara.testkit.runtime.ManualRuntime;
import io.github.foggara.testkit.shuffle.Bell;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A connection over which nothing comes any more, though nobody has said that it ended. Whoever waits gives it up, by its own clock: what was read
 * in the last beat is one, and three silent ones follow. Each side has a clock of its own, so that only one of them does.
 */
@ExtendWith(LeakCheck.class)
@Timeout(60)
class SilentPeerTest {
    private static final Duration BEAT = Duration.ofSeconds(1);
    /** From a lost connection to the first try to make a new one. */
    private static final Duration PAUSE = Duration.ofMillis(20);

    private static final Map<String, String> OPTIONS =
            Map.of("shuffle.netty.heartbeat", "1 s", "shuffle.netty.fence-timeout", "1 h");

    private final ManualRuntime producers = new ManualRuntime();
    private final ManualRuntime consumers = new ManualRuntime();
    private final Bell bell = new Bell(consumers.newParker());
    private final GateCursor cursor = new GateCursor();
    private Pair pair;
    private ResultPartition partition;
    private InputGate gate;
    private long written;
    private long read;

    /** Five records have been read, and five more wait at the reader. */
    private void begin(Map<String, String> options) {
        pair = Pair.apart(options, producers, consumers);
        partition = pair.partition(0, 1, new Bell());
        gate = pair.gate(0, 0, 1, bell);
        write(5);
        pair.quiesce();
        write(5);
        pair.quiesce();
        read(gate, cursor, 5);
        pair.quiesce();
    }

    @AfterEach
    void close() {
        pair.network.become(Fault.NONE);
        pair.close();
    }

    private void write(int count) {
        for (int i = 0; i < count; i++) {
            partition.append(0, written++, 16);
        }
        partition.flush();
    }

    /** Exactly those that are next. */
    private void read(InputGate from, GateCursor into, int count) {
        for (int i = 0; i < count; i++) {
            Pair.poll(from, bell, into);
            assertThat(into.sequence()).isEqualTo(read);
            assertThat(into.take()).isEqualTo(read++);
        }
    }

    private void beats(ManualRuntime clock, NettyShuffleEnvironment of, int count) {
        for (int i = 0; i < count; i++) {
            clock.advance(BEAT);
            Pair.hop(of);
        }
    }

    /** Returns when the views go on there, before anybody has read what waits. */
    private void connectAgain() {
        pair.network.become(Fault.NONE);
        Pair.hop(pair.consumers);
        consumers.advance(PAUSE);
        pair.quiesce();
    }

    @Test
    void aReaderThatHearsNothingReadsOnOverANewConnection() {
        begin(OPTIONS);
        CountDownLatch gone = pair.hold(Fault.SILENCE);
        write(5);
        beats(consumers, pair.consumers, 3);
        assertThat(gone.getCount()).as("given up too early").isOne();
        beats(consumers, pair.consumers, 1);
        Pair.await(gone);
        write(5);
        connectAgain();
        read(gate, cursor, 15);
        assertThat(gate.poll(cursor)).isFalse();
    }

    @Test
    void aProducerThatHearsNothingIsReadOverANewConnection() {
        begin(OPTIONS);
        CountDownLatch gone = pair.hold(Fault.NOTHING_ARRIVES);
        beats(producers, pair.producers, 3);
        // Its words still get through, as far as there is credit.
        write(5);
        read(gate, cursor, 10);
        assertThat(gone.getCount()).as("given up too early").isOne();
        beats(producers, pair.producers, 1);
        Pair.await(gone);
        write(5);
        connectAgain();
        read(gate, cursor, 5);
        assertThat(gate.poll(cursor)).isFalse();
    }

    /** It reads what it was sent; what comes after that is for the other one alone. */
    @Test
    void aReaderThatIsSilentIsReplacedAndNothingIsReadTwice() {
        begin(OPTIONS);
        CountDownLatch gone = pair.hold(Fault.SILENCE);
        Map<String, String> patient = Map.of("shuffle.netty.heartbeat", "1 h");
        try (NettyShuffleEnvironment other = Pair.environment(patient)) {
            GateCursor ofNext = new GateCursor();
            InputGate next = pair.gate(other, pair.producers.location(), 0, 1, 1, bell);
            for (int beat = 0; beat < 4; beat++) {
                Pair.quiesce(other);
                assertThat(next.poll(ofNext)).as("two read at once").isFalse();
                beats(producers, pair.producers, 1);
            }
            Pair.quiesce(other);
            write(5);
            read(gate, cursor, 5);
            assertThat(gate.poll(cursor)).isFalse();
            read(next, ofNext, 5);
            pair.network.become(Fault.NONE);
            Pair.await(gone);
            connectAgain();
            assertThatThrownBy(() -> Pair.poll(gate, bell, cursor)).isInstanceOf(StaleConsumerException.class);
        }
    }

    @Test
    void aProducerThatStaysSilentIsBlamed() {
        begin(Map.of("shuffle.netty.heartbeat", "1 s", "shuffle.netty.reconnect-limit", "0 s"));
        CountDownLatch gone = pair.hold(Fault.SILENCE);
        beats(consumers, pair.consumers, 4);
        Pair.await(gone);
        Pair.hop(pair.consumers);
        assertThatThrownBy(() -> gate.poll(new GateCursor()))
                .isInstanceOfSatisfying(
                        PartitionFailedException.class,
                        failure -> assertThat(failure.partition()).isEqualTo(pair.id(0)))
                .hasMessageContaining("no sign of life");
    }
}
