package io.github.foggara.testkit.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.shuffle.ChannelEvent;
import io.github.foggara.api.shuffle.ChannelEvent.CancelMarker;
import io.github.foggara.api.shuffle.ChannelEvent.CheckpointBarrier;
import io.github.foggara.api.shuffle.ChannelEvent.EndOfData;
import io.github.foggara.api.shuffle.ChannelEvent.EndOfPartition;
import io.github.foggara.api.shuffle.InputGate;
import io.github.foggara.api.shuffle.ResultPartition;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Barriers stand where they were put, between the same two records for whoever reads them, and only once. */
public abstract class BarrierContract extends ReattachContract {
    private static CheckpointBarrier barrier(long id) {
        return new CheckpointBarrier(id, 1_000 + id, true);
    }

    /** All up to and with that event. */
    private List<Object> upTo(ChannelEvent last, InputGate gate) {
        List<Object> read = new ArrayList<>();
        for (int polls = 0; polls < ROOM_RECORDS && !read.contains(last); polls++) {
            read.addAll(take(gate, 1));
        }
        return read;
    }

    @Test
    void aBarrierDividesEverySubpartitionWhereItWasPut() {
        ResultPartition partition = partition(0, 2);
        InputGate first = gate(0, 0, 1);
        InputGate second = gate(1, 0, 1);
        append(partition, 0, 0, 700);
        append(partition, 1, 0, 3);
        partition.broadcast(barrier(1));
        append(partition, 0, 700, 702);
        partition.broadcast(new CancelMarker(2));
        partition.broadcast(barrier(3));
        append(partition, 1, 3, 4);
        List<Object> expected = new ArrayList<>(numbers(0, 700));
        expected.add(barrier(1));
        expected.addAll(numbers(700, 702));
        expected.add(new CancelMarker(2));
        expected.add(barrier(3));
        assertThat(drain(first)).isEqualTo(expected);
        assertThat(drain(second)).containsExactly(0L, 1L, 2L, barrier(1), new CancelMarker(2), barrier(3), 3L);
    }

    @Test
    void atABarrierBothEndsCountTheSame() {
        ResultPartition partition = partition(0, 1);
        InputGate gate = gate(0, 0, 1);
        append(partition, 0, 0, 40);
        partition.broadcast(barrier(1));
        long before = partition.appended(0);
        append(partition, 0, 40, 50);
        assertThat(upTo(barrier(1), gate)).hasSize(41);
        assertThat(before).isEqualTo(40);
        assertThat(gate.position(0)).isEqualTo(before);
        assertThat(drain(gate)).isEqualTo(numbers(40, 50));
    }

    @Test
    void aBarrierRingsAReaderThatWaits() {
        ResultPartition partition = partition(0, 1);
        gate(0, 0, 1);
        consumerBell.sayWaiting();
        partition.broadcast(barrier(1));
        assertThat(rings(consumerBell)).isEqualTo(1);
    }

    @Test
    void aBarrierPassesThoughThereIsNoRoom() {
        ResultPartition partition = partition(0, 1);
        int count = fill(partition, 10);
        partition.broadcast(barrier(1));
        List<Object> all = drain(gate(0, 0, 1));
        assertThat(all).hasSize(count + 1).endsWith(barrier(1));
        assertThat(hasRoom(partition)).isTrue();
    }

    @Test
    void aChannelBlockedAtItsBarrierWaitsForTheOther() {
        ResultPartition early = partition(0, 1);
        ResultPartition late = partition(1, 1);
        InputGate gate = gate(0, 0, 2);
        append(early, 0, 0, 2);
        early.broadcast(barrier(1));
        append(early, 0, 2, 4);
        append(late, 0, 10, 12);
        List<Object> before = upTo(barrier(1), gate);
        gate.block(0);
        before.addAll(drain(gate));
        assertThat(before).containsExactlyInAnyOrder(0L, 1L, barrier(1), 10L, 11L);
        late.broadcast(barrier(1));
        append(late, 0, 12, 14);
        assertThat(take(gate, 1)).containsExactly(barrier(1));
        gate.block(1);
        assertThat(drain(gate)).isEmpty();
        gate.resume(0);
        gate.resume(1);
        assertThat(drain(gate)).containsExactlyInAnyOrder(2L, 3L, 12L, 13L);
    }

    @Test
    void aBarrierMayFollowTheEndOfData() {
        ResultPartition partition = partition(0, 1);
        InputGate gate = gate(0, 0, 1);
        partition.broadcast(new EndOfData(true));
        partition.broadcast(barrier(1));
        partition.broadcast(new EndOfPartition());
        assertThat(drain(gate)).containsExactly(new EndOfData(true), barrier(1), new EndOfPartition());
    }

    @Test
    void aBarrierThatWasReadDoesNotComeAgain() {
        ResultPartition partition = partition(0, 1);
        append(partition, 0, 0, 2);
        partition.broadcast(barrier(1));
        partition.broadcast(new CancelMarker(2));
        assertThat(drain(gate(0, 0, 1))).hasSize(4);
        append(partition, 0, 2, 3);
        assertThat(drain(gate(0, 1, 1))).containsExactly(2L);
    }

    @Test
    void aBarrierThatWasNotReadWaitsForTheNextAttempt() {
        ResultPartition partition = partition(0, 1);
        InputGate old = gate(0, 0, 1);
        append(partition, 0, 0, 2);
        assertThat(drain(old)).hasSize(2);
        append(partition, 0, 2, 4);
        partition.broadcast(barrier(1));
        append(partition, 0, 4, 5);
        assertThat(drain(gate(0, 1, 1))).containsExactly(2L, 3L, barrier(1), 4L);
    }
}
