package io.github.foggara.shuffle.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.shuffle.GateCursor;
import io.github.foggara.api.shuffle.InputGate;
import io.github.foggara.api.shuffle.JobTokens;
import io.github.foggara.api.shuffle.PartitionFailedException;
import io.github.foggara.api.shuffle.ResultPartition;
import io.github.foggara.testkit.network.FaultyProxy.Fault;
import io.github.foggara.testkit.runtime.ManualRuntime;
import io.github.foggara.testkit.shuffle.Bell;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A consumer that comes before its producer, and before the job is known there, waits as long as it takes, and nobody asks anybody meanwhile. */
@ExtendWith(LeakCheck.class)
@Timeout(60)
class ConsumerFirstTest {
    private static final int RECORDS = 20;

    private final ManualRuntime producers = new ManualRuntime();
    private final ManualRuntime consumers = new ManualRuntime();
    private final Bell bell = new Bell(consumers.newParker());
    private volatile boolean known = true;

    private Pair apart(Map<String, String> options) {
        return Pair.apart(options, producers, consumers, job -> known ? JobTokens.IDS.token(job) : Optional.empty());
    }

    private static void write(Pair pair) {
        ResultPartition partition = pair.partition(0, 1, new Bell());
        for (long number = 0; number < RECORDS; number++) {
            partition.append(0, number, 16);
        }
        partition.flush();
    }

    private void readAll(InputGate gate) {
        GateCursor cursor = new GateCursor();
        for (long number = 0; number < RECORDS; number++) {
            Pair.poll(gate, bell, cursor);
            assertThat(cursor.take()).isEqualTo(number);
        }
    }

    @Test
    void nothingIsSentAndNoTimerRunsWhileAProducerIsWaitedFor() {
        assertWaitsQuietly();
    }

    @Test
    void norWhileItsJobIsNotKnownThere() {
        known = false;
        assertWaitsQuietly();
    }

    private void assertWaitsQuietly() {
        Map<String, String> options = Map.of("shuffle.netty.heartbeat", "1 h", "shuffle.netty.reconnect-limit", "1 s");
        try (Pair pair = apart(options)) {
            InputGate gate = pair.gate(0, 0, 1, bell);
            pair.quiesce();
            // Each end of the connection has its next heartbeat.
            assertThat(consumers.timers()).isOne();
            assertThat(producers.timers()).isOne();
            long before = pair.network.bytes();
            pair.quiesce();
            long ofQuestions = pair.network.bytes() - before;
            consumers.advance(Duration.ofMinutes(59));
            producers.advance(Duration.ofMinutes(59));
            pair.quiesce();
            assertThat(pair.network.bytes() - before).as("bytes sent").isEqualTo(2 * ofQuestions);
            assertThat(gate.poll(new GateCursor())).isFalse();
            known = true;
            write(pair);
            readAll(gate);
        }
    }

    /** All that could be taken for the end of somebody passes; only heartbeats tell that both are there. */
    @Test
    void aProducerThatNeedsLongToStartIsNoFailure() {
        Map<String, String> options = Map.of(
                "shuffle.netty.heartbeat", "1 s",
                "shuffle.netty.reconnect-limit", "2 s",
                "shuffle.netty.fence-timeout", "2 s");
        try (Pair pair = apart(options)) {
            InputGate gate = pair.gate(0, 0, 1, bell);
            for (int beat = 0; beat < 10; beat++) {
                pair.quiesce();
                consumers.advance(Duration.ofSeconds(1));
                producers.advance(Duration.ofSeconds(1));
            }
            assertThat(gate.poll(new GateCursor())).isFalse();
            write(pair);
            readAll(gate);
            assertThat(pair.network.connections()).isOne();
        }
    }

    @Test
    void aQuestionIsAskedAgainAfterItsConnectionIsLost() {
        known = false;
        try (Pair pair = apart(Map.of())) {
            InputGate gate = pair.gate(0, 0, 1, bell);
            pair.quiesce();
            for (int i = 0; i < 2; i++) {
                CountDownLatch gone = pair.hold(Fault.SILENCE);
                pair.network.reset();
                pair.network.become(Fault.NONE);
                Pair.await(gone);
                Pair.hop(pair.consumers);
                consumers.advance(Duration.ofMillis(100));
                pair.quiesce();
            }
            known = true;
            write(pair);
            readAll(gate);
        }
    }

    @Test
    void questionsAreKeptUpToTheLimitOfChannels() {
        known = false;
        try (Pair pair = apart(Map.of("shuffle.netty.channel-limit", "3"))) {
            InputGate[] gates = IntStream.range(0, 4)
                    .mapToObj(subtask -> pair.gate(subtask, 0, 1, bell))
                    .toArray(InputGate[]::new);
            pair.quiesce();
            for (int i = 0; i < 3; i++) {
                assertThat(gates[i].poll(new GateCursor())).isFalse();
            }
            assertThatThrownBy(() -> gates[3].poll(new GateCursor()))
                    .isInstanceOf(PartitionFailedException.class)
                    .hasMessageContaining("channel-limit");
            gates[2].close();
            pair.quiesce();
            InputGate instead = pair.gate(4, 0, 1, bell);
            pair.quiesce();
            assertThat(instead.poll(new GateCursor())).as("there is room again").isFalse();
        }
    }

    @Test
    void aPartitionThatIsReleasedBeforeItsJobIsKnownIsNotWaitedFor() {
        known = false;
        try (Pair pair = apart(Map.of())) {
            InputGate early = pair.gate(0, 0, 1, bell);
            pair.quiesce();
            pair.producers.releasePartition(pair.id(0));
            pair.quiesce();
            InputGate late = pair.gate(1, 0, 1, bell);
            pair.quiesce();
            for (InputGate gate : new InputGate[] {early, late}) {
                assertThatThrownBy(() -> gate.poll(new GateCursor()))
                        .isInstanceOf(PartitionFailedException.class)
                        .hasMessageContaining("released");
            }
        }
    }
}
