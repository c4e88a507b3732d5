package io.github.foggara.shuffle.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.shuffle.ChannelDescriptor;
import io.github.foggara.api.shuffle.GateCursor;
import io.github.foggara.api.shuffle.InputGate;
import io.github.foggara.api.shuffle.JobTokens;
import io.github.foggara.api.shuffle.PartitionDescriptor;
import io.github.foggara.api.shuffle.PartitionFailedException;
import io.github.foggara.api.shuffle.ResultPartition;
import io.github.foggara.api.shuffle.ShuffleDescriptor;
import io.github.foggara.testkit.shuffle.Bell;
import io.github.foggara.testkit.shuffle.TestCodec;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Who may read: those that know the job's token, as soon as the job is known, as long as the partition is there. */
@ExtendWith(LeakCheck.class)
@Timeout(60)
class AdmissionTest {
    private static final JobId JOB = new JobId(5, 6);
    private static final ResultPartitionId PARTITION = new ResultPartitionId(new ExecutionAttemptId(JOB, 0, 0, 0), 0);
    private static final String SECRET = "the-secret-of-the-job";

    private volatile byte[] atProducer = bytes(SECRET);
    private volatile byte[] atConsumer = bytes(SECRET);

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private NettyShuffleEnvironment producers(Map<String, String> options) {
        return Pair.environment(options, (JobTokens) job -> Optional.ofNullable(atProducer));
    }

    private NettyShuffleEnvironment consumers(Map<String, String> options) {
        return Pair.environment(options, (JobTokens) job -> Optional.ofNullable(atConsumer));
    }

    private static void write(NettyShuffleEnvironment producers) {
        ResultPartition partition =
                producers.createPartition(new PartitionDescriptor(PARTITION, 1), TestCodec::new, new Bell());
        partition.append(0, 7L, 16);
        partition.flush();
    }

    private static InputGate gate(NettyShuffleEnvironment consumers, byte[] location, Bell bell) {
        ShuffleDescriptor there = new ShuffleDescriptor(PARTITION, NettyShuffleService.NAME, location);
        return consumers.createGate(
                new ExecutionAttemptId(JOB, 1, 0, 0),
                List.of(new ChannelDescriptor(0, there, 0)),
                TestCodec::new,
                bell);
    }

    private static Bell bell() {
        return new Bell(new LiveRuntime().newParker());
    }

    private static Object read(InputGate gate, Bell bell) {
        GateCursor cursor = new GateCursor();
        while (!cursor.hasRecord()) {
            bell.await(() -> gate.poll(cursor));
            if (!cursor.hasRecord()) {
                gate.poll(cursor);
            }
        }
        return cursor.take();
    }

    @Test
    void whoKnowsTheTokenReads() {
        try (NettyShuffleEnvironment producers = producers(Map.of());
                NettyShuffleEnvironment consumers = consumers(Map.of())) {
            write(producers);
            Bell bell = bell();
            assertThat(read(gate(consumers, producers.location(), bell), bell)).isEqualTo(7L);
        }
    }

    @Test
    void whoDoesNotIsRefusedAndLearnsNothing() {
        for (String wrong : new String[] {"", "x", "the-secret-of-the-joc", SECRET + "x"}) {
            atConsumer = bytes(wrong);
            try (NettyShuffleEnvironment producers = producers(Map.of());
                    NettyShuffleEnvironment consumers = consumers(Map.of())) {
                write(producers);
                Bell bell = bell();
                InputGate gate = gate(consumers, producers.location(), bell);
                assertThatThrownBy(() -> read(gate, bell))
                        .isInstanceOf(PartitionFailedException.class)
                        .hasMessageContaining("token of job " + JOB)
                        .hasMessageNotContaining(SECRET);
                assertThat(producers.startedNetwork().consumers().senders()).isZero();
            }
        }
    }

    @Test
    void whoComesBeforeTheJobIsKnownWaits() {
        byte[] later = atProducer;
        atProducer = null;
        try (NettyShuffleEnvironment producers = producers(Map.of());
                NettyShuffleEnvironment consumers = consumers(Map.of())) {
            Bell bell = bell();
            InputGate gate = gate(consumers, producers.location(), bell);
            Pair.quiesce(consumers);
            assertThat(gate.poll(new GateCursor())).isFalse();
            assertThat(producers.startedNetwork().consumers().senders()).isZero();
            atProducer = later;
            write(producers);
            assertThat(read(gate, bell)).isEqualTo(7L);
        }
    }

    @Test
    void whoWaitsWithAnotherTokenIsRefusedWhenTheJobIsKnown() {
        byte[] later = atProducer;
        atProducer = null;
        atConsumer = bytes("another one");
        try (NettyShuffleEnvironment producers = producers(Map.of());
                NettyShuffleEnvironment consumers = consumers(Map.of())) {
            Bell bell = bell();
            InputGate gate = gate(consumers, producers.location(), bell);
            Pair.quiesce(consumers);
            atProducer = later;
            write(producers);
            assertThatThrownBy(() -> read(gate, bell))
                    .isInstanceOf(PartitionFailedException.class)
                    .hasMessageContaining("token of job " + JOB);
        }
    }

    @Test
    void whoComesAfterTheReleaseIsTold() {
        try (NettyShuffleEnvironment producers = producers(Map.of());
                NettyShuffleEnvironment consumers = consumers(Map.of())) {
            byte[] location = producers.location();
            write(producers);
            producers.releasePartition(PARTITION);
            Bell bell = bell();
            InputGate gate = gate(consumers, location, bell);
            assertThatThrownBy(() -> read(gate, bell))
                    .isInstanceOf(PartitionFailedException.class)
                    .hasMessageContaining("released");
        }
    }

    @Test
    void aJobWithoutTokenReadsNothingFromElsewhere() {
        atConsumer = null;
        try (NettyShuffleEnvironment producers = producers(Map.of());
                NettyShuffleEnvironment consumers = consumers(Map.of())) {
            byte[] location = producers.location();
            assertThatThrownBy(() -> gate(consumers, location, new Bell()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("has no token");
        }
    }
}
