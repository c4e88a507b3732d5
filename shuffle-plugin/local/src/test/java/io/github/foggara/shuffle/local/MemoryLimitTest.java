package io.github.foggara.shuffle.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.shuffle.ChannelDescriptor;
import io.github.foggara.api.shuffle.GateCursor;
import io.github.foggara.api.shuffle.InputGate;
import io.github.foggara.api.shuffle.PartitionDescriptor;
import io.github.foggara.api.shuffle.ResultPartition;
import io.github.foggara.api.shuffle.ShuffleContext;
import io.github.foggara.api.shuffle.ShuffleDescriptor;
import io.github.foggara.api.shuffle.ShuffleEnvironment;
import io.github.foggara.testkit.runtime.ManualRuntime;
import io.github.foggara.testkit.shuffle.Bell;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MemoryLimitTest {
    private static final int MIB = 1024 * 1024;
    private static final int BATCH = 32 * 1024;
    private static final int SIDE = 64;

    private final JobId job = new JobId(1, 2);
    private final Map<String, String> limits = Map.of("shuffle.local.floating-memory", "4 mb");
    private final ShuffleEnvironment environment = new LocalShuffleService()
            .createEnvironment(new ShuffleContext(new Configuration(limits), new ManualRuntime()));
    private final List<Bell> bells = new ArrayList<>();
    private final List<ResultPartition> partitions = new ArrayList<>();

    @AfterEach
    void close() {
        environment.close();
    }

    private void partitions(int count, int subpartitions) {
        for (int i = 0; i < count; i++) {
            bells.add(new Bell());
            partitions.add(environment.createPartition(new PartitionDescriptor(id(i), subpartitions), () -> null, bells.get(i)));
        }
    }

    private ResultPartitionId id(int producer) {
        return new ResultPartitionId(new ExecutionAttemptId(job, 0, producer, 0), 0);
    }

    private InputGate gate(int subpartition, int from, int to) {
        List<ChannelDescriptor> channels = new ArrayList<>();
        for (int i = from; i < to; i++) {
            channels.add(new ChannelDescriptor(0, new ShuffleDescriptor(id(i), "local", new byte[0]), subpartition));
        }
        return environment.createGate(new ExecutionAttemptId(job, 1, subpartition, 0), channels, () -> null, new Bell());
    }

    private static void drain(InputGate gate) {
        GateCursor cursor = new GateCursor();
        while (gate.poll(cursor)) {
            while (cursor.hasRecord()) {
                cursor.take();
            }
            cursor.takeEvent();
        }
    }

    /** Appends by turns until nobody has room. */
    private long fillAll(int subpartitions, int size) {
        long bytes = 0;
        int turn = 0;
        boolean any = true;
        while (any) {
            any = false;
            for (ResultPartition partition : partitions) {
                if (partition.hasRoom()) {
                    partition.append(turn % subpartitions, turn, size);
                    bytes += size;
                    any = true;
                }
            }
            turn++;
        }
        partitions.forEach(ResultPartition::flush);
        return bytes;
    }

    @Test
    void manyChannelsStayInsideTheBudgetAndTheirShares() {
        partitions(SIDE, SIDE);
        for (int size : new int[] {10, 1_000, 30_000, MIB}) {
            long bytes = fillAll(SIDE, size);
            assertThat(environment.bufferedBytes()).isEqualTo(bytes);
            assertThat(bytes).isLessThanOrEqualTo(4L * MIB + (long) SIDE * (BATCH + MemoryBudget.STEP + size));
            for (int i = 0; i < SIDE; i++) {
                InputGate gate = gate(i, 0, SIDE);
                drain(gate);
                gate.close();
            }
            assertThat(environment.bufferedBytes()).isZero();
            assertThat(partitions).allMatch(ResultPartition::hasRoom);
        }
    }

    @Test
    void whoHoldsNothingHasRoomWhateverOthersHold() {
        partitions(9, 1);
        ResultPartition last = partitions.remove(8);
        fillAll(1, 100_000);
        assertThat(environment.bufferedBytes()).isGreaterThanOrEqualTo(4L * MIB);
        InputGate gate = gate(0, 8, 9);
        for (int i = 0; i < 100; i++) {
            assertThat(last.hasRoom()).as("record " + i).isTrue();
            last.append(0, i, BATCH);
            assertThat(last.hasRoom()).isFalse();
            bells.get(8).sayWaiting();
            drain(gate);
            assertThat(bells.get(8).rings()).isEqualTo(i + 1);
        }
    }

    @Test
    void aRecoveredBudgetRingsWhoWaitsForIt() {
        partitions(2, 1);
        ResultPartition large = partitions.get(0);
        ResultPartition small = partitions.get(1);
        large.append(0, "large", 8 * MIB);
        large.flush();
        small.append(0, "share", BATCH);
        bells.get(1).sayWaiting();
        assertThat(small.hasRoom()).isFalse();
        drain(gate(0, 0, 1));
        assertThat(bells.get(1).rings()).isEqualTo(1);
        assertThat(small.hasRoom()).isTrue();
    }

    @Test
    void aReleasedPartitionGivesItsBytesToTheOthers() {
        partitions(2, 1);
        partitions.get(0).append(0, "large", 8 * MIB);
        partitions.get(0).flush();
        partitions.get(1).append(0, "share", BATCH);
        bells.get(1).sayWaiting();
        assertThat(partitions.get(1).hasRoom()).isFalse();
        environment.releasePartition(id(0));
        assertThat(bells.get(1).rings()).isEqualTo(1);
        assertThat(partitions.get(1).hasRoom()).isTrue();
    }
}
