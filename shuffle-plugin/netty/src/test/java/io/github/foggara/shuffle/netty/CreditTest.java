package io.github.foggara.shuffle.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.shuffle.GateCursor;
import io.github.foggara.api.shuffle.InputGate;
import io.github.foggara.api.shuffle.ResultPartition;
import io.github.foggara.testkit.shuffle.Bell;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Who does not read bounds what is held for it, at both ends. */
@ExtendWith(LeakCheck.class)
@Timeout(60)
class CreditTest {
    private static final int KB = 1024;
    private static final int BATCH = 4 * KB;

    @Test
    void aReaderThatDoesNotReadBoundsBothEnds() {
        try (Pair pair = new Pair(Map.of("shuffle.netty.channel-credit", "16 kb"))) {
            ResultPartition partition = pair.partition(0, 1, new Bell());
            InputGate gate = pair.gate(0, 0);
            int appended = fill(pair, partition);
            // Queue and reader: four batches, the credit and the batch that goes beyond it, a quarter ahead and its
            // batch.
            assertThat(appended * KB).isBetween(20 * KB, 4 * BATCH + 16 * KB + BATCH + 4 * KB + BATCH + BATCH);
            assertThat(pair.consumers.bufferedBytes()).isBetween(16L * KB, 16L * KB + 2 * BATCH);
            assertThat(pair.producers.bufferedBytes()).isLessThan(60L * KB);
            assertThat(drain(pair, gate, partition)).isEqualTo(appended);
            assertThat(partition.hasRoom()).isTrue();
            assertThat(pair.producers.bufferedBytes() + pair.consumers.bufferedBytes())
                    .isZero();
        }
    }

    @Test
    void creditOfABusyChannelGrowsAndIsGivenBack() {
        try (Pair pair =
                new Pair(Map.of("shuffle.netty.channel-credit", "16 kb", "shuffle.netty.floating-memory", "64 kb"))) {
            ResultPartition partition = pair.partition(0, 1, new Bell());
            InputGate gate = pair.gate(0, 0);
            int before = fill(pair, partition);
            for (int i = 0; i < 10; i++) {
                drain(pair, gate, partition);
                fill(pair, partition);
            }
            assertThat(pair.consumers.counters().floating().get()).isBetween(16L * KB, 64L * KB);
            drain(pair, gate, partition);
            assertThat(fill(pair, partition)).isGreaterThan(before);
            gate.close();
            pair.quiesce();
            assertThat(pair.consumers.counters().floating().get()).isZero();
        }
    }

    @Test
    void smallClaimsAreToldAWhileLater() throws InterruptedException {
        HeldTimers timers = new HeldTimers(Duration.ofMillis(ProducerPeer.TELL_MILLIS));
        try (Pair pair = new Pair(Map.of());
                NettyShuffleEnvironment reader = Pair.environment(Map.of(), timers)) {
            ResultPartition partition = pair.partition(0, 1, new Bell());
            InputGate gate = pair.gate(reader, pair.producers.location(), 0, 0, 1, new Bell());
            partition.append(0, 1L, 10);
            partition.flush();
            Runnable tell = timers.await();
            claim(gate);
            assertThat(pair.producers.counters().sending()).hasPositiveValue();
            tell.run();
            awaitNothingHeld(pair);

            partition.append(0, 2L, 10);
            partition.flush();
            timers.await().run();
            // It is told as soon as there is something to tell.
            claim(gate);
            awaitNothingHeld(pair);
        }
    }

    private static void claim(InputGate gate) {
        GateCursor cursor = new GateCursor();
        while (!gate.poll(cursor)) {
            Thread.onSpinWait();
        }
        cursor.take();
    }

    private static void awaitNothingHeld(Pair pair) {
        while (pair.producers.counters().sending().get() > 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aNewViewBeginsWithItsCredit() {
        try (Pair pair = new Pair(Map.of("shuffle.netty.channel-credit", "16 kb"))) {
            ResultPartition partition = pair.partition(0, 1, new Bell());
            pair.gate(0, 0);
            int appended = fill(pair, partition);
            InputGate next = pair.gate(0, 1);
            pair.quiesce();
            assertThat(pair.consumers.bufferedBytes()).isBetween(16L * KB, 16L * KB + 2 * BATCH);
            assertThat(drain(pair, next, partition)).isEqualTo(appended);
        }
    }

    @Test
    void whatTheEnvironmentHoldsIsBoundedForManyChannels() {
        int channels = 32;
        try (Pair pair = new Pair(Map.of("shuffle.netty.channel-credit", "4 kb"))) {
            List<ResultPartition> partitions = new ArrayList<>();
            for (int i = 0; i < channels; i++) {
                partitions.add(pair.partition(i, 1, new Bell()));
            }
            pair.gate(0, 0, channels, new Bell());
            partitions.forEach(partition -> fill(pair, partition));
            assertThat(pair.consumers.bufferedBytes()).isBetween(channels * 4L * KB, channels * (4L * KB + 2 * BATCH));
        }
    }

    @Test
    void aSlowReaderIsLentNothing() {
        try (Pair pair =
                new Pair(Map.of("shuffle.netty.channel-credit", "64 kb", "shuffle.netty.floating-memory", "16 mb"))) {
            ResultPartition partition = pair.partition(0, 1, new Bell());
            InputGate gate = pair.gate(0, 0);
            GateCursor cursor = new GateCursor();
            for (int i = 0; i < 100; i++) {
                fill(pair, partition);
                assertThat(gate.poll(cursor)).isTrue();
                while (cursor.hasRecord()) {
                    cursor.take();
                }
            }
            assertThat(pair.consumers.counters().floating().get()).isZero();
        }
    }

    @Test
    void whatIsEncodedCountsForQueuesNoMore() {
        int subpartitions = 32;
        try (Pair pair = new Pair(Map.of("shuffle.netty.channel-credit", "1 kb"))) {
            ResultPartition partition = pair.partition(0, subpartitions, new Bell());
            for (int i = 0; i < subpartitions; i++) {
                pair.gate(i, 0);
            }
            pair.quiesce();
            for (int i = 0; i < subpartitions; i++) {
                partition.append(i, new byte[3 * KB], 3 * KB);
            }
            partition.flush();
            pair.quiesce();
            // All of it has more than its credit, and nothing is polled until a reader claims.
            assertThat(pair.producers.counters().sending().get()).isGreaterThan(subpartitions * 3L * KB);
            assertThat(pair.producers.bufferedBytes()
                            - pair.producers.counters().sending().get())
                    .isZero();
        }
    }

    @Test
    void whatAllSendersHoldIsBounded() throws Exception {
        int channels = 32;
        Map<String, String> options = Map.of(
                "shuffle.netty.channel-credit", "1 kb",
                "shuffle.netty.send-memory", "0",
                "shuffle.local.floating-memory", "64 kb");
        try (Pair pair = new Pair(options);
                RawReader greedy = new RawReader(pair)) {
            List<ResultPartition> partitions = new ArrayList<>();
            for (int i = 0; i < channels; i++) {
                partitions.add(pair.partition(i, 1, new Bell()));
                greedy.attach(i, i, 0, 64 << 20);
                Wire.credit(greedy.link(), i, 0, Long.MAX_VALUE);
            }
            greedy.settle();
            byte[] record = new byte[KB - 32];
            for (int round = 0; round < 50; round++) {
                for (ResultPartition partition : partitions) {
                    while (partition.hasRoom()) {
                        partition.append(0, record, KB);
                    }
                    partition.flush();
                }
                greedy.settle();
            }
            // Each its credit and one run of the queue beyond it.
            assertThat(pair.producers.counters().sending().get()).isBetween(channels * 1L * KB, channels * 3L * BATCH);
        }
    }

    @Test
    void grantsAreBoundedByWhatThisSideWouldGive() throws Exception {
        try (Pair pair = new Pair(Map.of("shuffle.netty.channel-credit", "4 kb"));
                RawReader greedy = new RawReader(pair)) {
            ResultPartition partition = pair.partition(0, 1, new Bell());
            greedy.attach(0, 0, 0, 4 * KB);
            Wire.credit(greedy.link(), 0, 0, Long.MAX_VALUE);
            greedy.settle();
            byte[] record = new byte[KB - 32];
            for (int round = 0; round < 100; round++) {
                while (partition.hasRoom()) {
                    partition.append(0, record, KB);
                }
                partition.flush();
                greedy.settle();
            }
            assertThat(pair.producers.counters().sending().get()).isBetween(60L * KB, 16L * 4 * KB + 3 * BATCH);
        }
    }

    @Test
    void aPeerHasSoManyViewsAndNoMore() throws Exception {
        try (Pair pair = new Pair(Map.of("shuffle.netty.channel-limit", "3"));
                RawReader greedy = new RawReader(pair)) {
            for (int i = 0; i < 4; i++) {
                greedy.attach(i, i, 0, 4 * KB);
            }
            assertThat(greedy.await(Wire.FAILED).view()).isEqualTo(3);
            assertThat(pair.producers.startedNetwork().consumers().senders()).isEqualTo(3);
            Wire.detach(greedy.link(), 0, 0);
            greedy.attach(4, 4, 0, 4 * KB);
            assertThat(greedy.await(Wire.ATTACHED).view()).isEqualTo(4);
        }
    }

    /** Appends records of 1 KiB until there is no room. @return how many */
    private static int fill(Pair pair, ResultPartition partition) {
        int count = 0;
        byte[] record = new byte[KB - 32];
        do {
            while (partition.hasRoom()) {
                partition.append(0, record, KB);
                count++;
            }
            partition.flush();
            pair.quiesce();
        } while (partition.hasRoom());
        return count;
    }

    private static int drain(Pair pair, InputGate gate, ResultPartition partition) {
        GateCursor cursor = new GateCursor();
        int count = 0;
        boolean any = true;
        while (any) {
            partition.flush();
            pair.quiesce();
            any = false;
            while (gate.poll(cursor)) {
                any = true;
                while (cursor.hasRecord()) {
                    cursor.take();
                    count++;
                }
            }
        }
        return count;
    }
}
