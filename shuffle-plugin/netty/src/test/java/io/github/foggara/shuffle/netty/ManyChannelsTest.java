package io.github.foggara.shuffle.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.shuffle.GateCursor;
import io.github.foggara.api.shuffle.InputGate;
import io.github.foggara.api.shuffle.PartitionFailedException;
import io.github.foggara.api.shuffle.ResultPartition;
import io.github.foggara.testkit.shuffle.Bell;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** One connection carries all channels between two processes. */
@ExtendWith(LeakCheck.class)
@Timeout(120)
class ManyChannelsTest {
    private static final int TASKS = 64;

    @Test
    void sixtyFourTimesSixtyFourChannelsShareOneConnection() {
        Map<String, String> limits = Map.of(
                "shuffle.netty.threads",
                "2",
                "shuffle.netty.channel-credit",
                "16 kb",
                "shuffle.local.floating-memory",
                "16 mb");
        try (Pair pair = new Pair(limits)) {
            Traffic traffic = Traffic.ofNumbers(pair);
            for (int i = 0; i < TASKS; i++) {
                traffic.produce(i, TASKS, 100);
                traffic.consume(i, TASKS);
            }
            traffic.finish(TASKS * TASKS * 100L);
            assertThat(pair.producers.startedNetwork().consumers().connections())
                    .isEqualTo(1);
            assertThat(pair.consumers.startedNetwork().producers().peers()).hasSize(1);
        }
    }

    @Test
    void recordsOfOneMebibyteComeWhole() {
        large(1 << 20, 60);
    }

    @Test
    void recordsOfTwentyMebibytesComeWhole() {
        large(20 << 20, 6);
    }

    @Test
    void aRecordAboveTheLimitFailsItsProducer() {
        try (Pair pair = new Pair(Map.of("shuffle.netty.record-limit", "64 kb"))) {
            ResultPartition partition = pair.partition(0, 1, new Bell());
            InputGate gate = pair.gate(0, 0);
            partition.append(0, new byte[70_000], 70_000);
            partition.flush();
            pair.quiesce();
            assertThatThrownBy(() -> gate.poll(new GateCursor()))
                    .isInstanceOf(PartitionFailedException.class)
                    .hasMessageContaining("record-limit");
            assertThat(pair.producers.bufferedBytes()).isZero();
        }
    }

    private static void large(int size, int count) {
        byte[] large = new byte[size];
        new Random(4).nextBytes(large);
        try (Pair pair = new Pair(Map.of())) {
            Traffic traffic = new Traffic(pair, size, number -> number % 2 == 0 ? large : number);
            for (int i = 0; i < 2; i++) {
                traffic.produce(i, 2, count / 2);
                traffic.consume(i, 2);
            }
            traffic.finish(2L * count);
        }
    }
}
