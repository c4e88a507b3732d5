package io.github.foggara.testkit.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.shuffle.ChannelEvent.EndOfPartition;
import io.github.foggara.api.shuffle.GateCursor;
import io.github.foggara.api.shuffle.InputGate;
import io.github.foggara.api.shuffle.PartitionFailedException;
import io.github.foggara.api.shuffle.ResultPartition;
import org.junit.jupiter.api.Test;

/** Queues are bounded in records and bytes, and what they hold is accounted to the byte. */
public abstract class BackPressureContract extends ExchangeContract {
    private static final int MIB = 1024 * 1024;

    @Test
    void thereIsNoRoomAfterSomeRecords() {
        ResultPartition partition = partition(0, 1);
        gate(0, 0, 1);
        assertThat(hasRoom(partition)).isTrue();
        assertThat(fill(partition, 1)).isLessThan(ROOM_RECORDS);
        assertThat(hasRoom(partition)).isFalse();
    }

    @Test
    void thereIsNoRoomAfterSomeBytes() {
        ResultPartition partition = partition(0, 1);
        gate(0, 0, 1);
        int size = 3_000;
        assertThat(fill(partition, size) * size).isLessThan(ROOM_BYTES + size);
    }

    @Test
    void oneFullSubpartitionIsEnough() {
        ResultPartition partition = partition(0, 2);
        InputGate other = gate(1, 0, 1);
        int count = fill(partition, 1);
        partition.append(1, "one", 1);
        assertThat(drain(other)).containsExactly("one");
        assertThat(hasRoom(partition)).isFalse();
        assertThat(drain(gate(0, 0, 1))).hasSize(count);
        assertThat(hasRoom(partition)).isTrue();
    }

    @Test
    void roomComesBackAndRingsAProducerThatWaits() {
        ResultPartition partition = partition(0, 1);
        InputGate gate = gate(0, 0, 1);
        for (int round = 0; round < 20; round++) {
            int count = fill(partition, 1 + 400 * (round % 3));
            assertThat(drain(gate)).hasSize(count);
            assertThat(rings(producerBell)).as("awake").isEqualTo(round);
            assertThat(hasRoom(partition)).isTrue();
            int again = fill(partition, 1);
            producerBell.sayWaiting();
            assertThat(hasRoom(partition)).isFalse();
            assertThat(drain(gate)).hasSize(again);
            assertThat(rings(producerBell)).as("asleep").isEqualTo(round + 1);
            assertThat(hasRoom(partition)).isTrue();
        }
    }

    @Test
    void aRecordUnderWayAlwaysGetsOut() {
        ResultPartition partition = partition(0, 1);
        InputGate gate = gate(0, 0, 1);
        int count = fill(partition, 10);
        append(partition, 0, count, count + 50);
        assertThat(partition.overshot()).isFalse();
        assertThat(drain(gate)).isEqualTo(numbers(0, count + 50L));
    }

    @Test
    void whoFarOvershootsMustWaitEvenInUserCode() {
        ResultPartition partition = partition(0, 1);
        InputGate gate = gate(0, 0, 1);
        long count = fill(partition, 100);
        long before = count;
        while (!partition.overshot()) {
            partition.append(0, count++, 100);
            assertThat((count - before) * 100).as("overshoot").isLessThan(ROOM_BYTES);
        }
        assertThat(drain(gate)).isEqualTo(numbers(0, count));
        assertThat(partition.overshot()).isFalse();
        assertThat(hasRoom(partition)).isTrue();
    }

    @Test
    void oneRecordThatEmitsMuchIsNotHeldWhileItsReaderKeepsUp() {
        ResultPartition partition = partition(0, 1);
        InputGate gate = gate(0, 0, 1);
        assertThat(hasRoom(partition)).isTrue();
        for (long i = 0; i < rounds(4_000); i++) {
            partition.append(0, i, 100);
            assertThat(drain(gate)).containsExactly(i);
            assertThat(partition.overshot()).isFalse();
        }
    }

    @Test
    void aHugeRecordPassesAlone() {
        ResultPartition partition = partition(0, 1);
        InputGate gate = gate(0, 0, 1);
        for (long i = 0; i < 10; i++) {
            partition.append(0, "small", 10);
            assertThat(hasRoom(partition)).isTrue();
            partition.append(0, i, MIB);
            // Between environments it may be on its way already.
            assertThat(apart() || !hasRoom(partition)).isTrue();
            assertThat(drain(gate)).containsExactly("small", i);
            assertThat(hasRoom(partition)).isTrue();
        }
        assertThat(partition.appended(0)).isEqualTo(20);
    }

    @Test
    void bufferedBytesAreWhatIsUnread() {
        ResultPartition partition = partition(0, 2);
        InputGate gate = gate(0, 0, 1);
        InputGate other = gate(1, 0, 1);
        assertBuffered(0);
        append(partition, 0, 0, 30);
        partition.append(1, "x", 777);
        partition.flush();
        assertBuffered(30 * 10 + 777);
        assertThat(drain(gate)).hasSize(30);
        assertBuffered(777);
        assertThat(drain(other)).hasSize(1);
        assertBuffered(0);
    }

    @Test
    void bufferedBytesReturnToZeroInEveryWay() {
        ResultPartition read = partition(0, 1);
        ResultPartition half = partition(1, 1);
        ResultPartition unread = partition(2, 1);
        InputGate gate = gate(0, 0, 2);
        append(read, 0, 0, 100);
        append(half, 0, 0, 100);
        append(unread, 0, 0, 100);
        read.flush();
        unread.flush();
        take(gate, 2);
        gate.close();
        environment.releasePartition(unread.id());
        environment.releasePartition(read.id());
        environment.releasePartition(half.id());
        assertBuffered(0);
        append(half, 0, 0, 10_000);
        half.flush();
        half.close();
        assertBuffered(0);
    }

    @Test
    void manyRoundsLeaveNothing() {
        for (int round = 0; round < rounds(200); round++) {
            ResultPartition partition = partition(round, 1);
            append(partition, 0, 0, 100);
            partition.broadcast(new EndOfPartition());
            InputGate gate = gate(0, round, round + 1);
            try {
                take(gate, 1 + round % 4);
            } catch (PartitionFailedException e) {
                // Of a partition that was released before this reader came; a plugin may say so, or let it wait.
                assertThat(e.partition()).isNotEqualTo(partition.id());
            }
            partition.close();
            gate.close();
            if (round % 2 == 0) {
                environment.releasePartition(partition.id());
            }
        }
        environment.close();
        assertBuffered(0);
    }

    @Test
    void manyChannelsOfOneProducerAreBoundedTogetherWithTheirSmallest() {
        int subpartitions = 64;
        ResultPartition partition = partition(0, subpartitions);
        long bytes = 0;
        for (int i = 0; partition.hasRoom(); i++) {
            partition.append(i % subpartitions, i, 1_000);
            bytes += 1_000;
            assertThat(bytes).isLessThan((long) subpartitions * ROOM_BYTES);
        }
        GateCursor cursor = new GateCursor();
        for (int i = 0; i < subpartitions; i++) {
            InputGate gate = gate(i, 0, 1);
            while (gate.poll(cursor)) {
                while (cursor.hasRecord()) {
                    assertThat((int) cursor.take() % subpartitions).isEqualTo(i);
                    bytes -= 1_000;
                }
            }
        }
        assertThat(bytes).isZero();
        assertThat(hasRoom(partition)).isTrue();
    }
}
