package io.github.foggara.testkit.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.shuffle.ChannelEvent.EndOfData;
import io.github.foggara.api.shuffle.ChannelEvent.EndOfPartition;
import io.github.foggara.api.shuffle.ChannelEvent.Watermark;
import io.github.foggara.api.shuffle.GateCursor;
import io.github.foggara.api.shuffle.InputGate;
import io.github.foggara.api.shuffle.ResultPartition;
import io.github.foggara.api.shuffle.StaleConsumerException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A channel has one reader, the newest attempt, and it begins exactly where the one before ended. */
public abstract class ReattachContract extends BackPressureContract {
    @Test
    void aNewAttemptBeginsAtTheNextRecord() {
        ResultPartition partition = partition(0, 1);
        InputGate old = gate(0, 0, 1);
        append(partition, 0, 0, 5);
        assertThat(drain(old)).isEqualTo(numbers(0, 5));
        append(partition, 0, 5, 9);
        InputGate next = gate(0, 1, 1);
        assertThat(next.position(0)).isEqualTo(5);
        GateCursor cursor = new GateCursor();
        assertThat(next.poll(cursor)).isTrue();
        assertThat(cursor.sequence()).isEqualTo(5);
        assertThat(cursor.take()).isEqualTo(5L);
    }

    @Test
    void everyCutIsExact() {
        ResultPartition partition = partition(0, 1);
        long expected = 0;
        long appended = 0;
        for (int attempt = 0; attempt < 300; attempt++) {
            InputGate gate = gate(0, attempt, 1);
            assertThat(gate.position(0)).isEqualTo(expected);
            append(partition, 0, appended, appended + attempt % 7);
            appended += attempt % 7;
            List<Object> run = take(gate, attempt % 3);
            assertThat(run).isEqualTo(numbers(expected, expected + run.size()));
            expected += run.size();
            if (attempt % 5 == 0) {
                gate.close();
            }
        }
        assertThat(drain(gate(0, 300, 1))).isEqualTo(numbers(expected, appended));
    }

    @Test
    void theFencedReaderIsWokenAndRefused() {
        ResultPartition partition = partition(0, 1);
        Bell oldBell = new Bell();
        InputGate old = gate(0, 0, 1, oldBell);
        append(partition, 0, 0, 5);
        gate(0, 1, 1);
        assertThat(rings(oldBell)).isEqualTo(1);
        assertThatThrownBy(() -> drain(old)).isInstanceOf(StaleConsumerException.class);
        assertThatThrownBy(() -> drain(old)).isInstanceOf(StaleConsumerException.class);
    }

    @Test
    void whatAFencedReaderHasClaimedItKeeps() {
        ResultPartition partition = partition(0, 1);
        InputGate old = gate(0, 0, 1);
        append(partition, 0, 0, 5);
        GateCursor cursor = new GateCursor();
        settle();
        assertThat(old.poll(cursor)).isTrue();
        InputGate next = gate(0, 1, 1);
        append(partition, 0, 5, 2_000);
        long first = next.position(0);
        assertThat(drain(next)).isEqualTo(numbers(first, 2_000));
        for (long i = 0; i < first; i++) {
            if (!cursor.hasRecord()) {
                assertThatThrownBy(() -> old.poll(cursor)).isInstanceOf(StaleConsumerException.class);
                break;
            }
            assertThat(cursor.take()).isEqualTo(i);
        }
    }

    @Test
    void anOlderAttemptIsRefusedAndChangesNothing() {
        ResultPartition partition = partition(0, 1);
        InputGate newest = gate(0, 2, 1);
        append(partition, 0, 0, 5);
        assertThat(drain(newest)).hasSize(5);
        assertRefused(0, 1, 1);
        append(partition, 0, 5, 8);
        assertThat(drain(newest)).isEqualTo(numbers(5, 8));
        newest.close();
        assertRefused(0, 1, 1);
        append(partition, 0, 8, 9);
        assertThat(drain(gate(0, 3, 1))).containsExactly(8L);
    }

    @Test
    void aRefusedGateHoldsNoChannel() {
        ResultPartition first = partition(0, 1);
        partition(1, 1);
        InputGate newestOfSecond = gate(0, 5, 2);
        newestOfSecond.close();
        assertRefused(0, 4, 2);
        append(first, 0, 0, 3);
        assertThat(drain(gate(0, 5, 2))).isEqualTo(numbers(0, 3));
    }

    @Test
    void closingAFencedGateDoesNotDisturbTheNewOne() {
        ResultPartition partition = partition(0, 1);
        InputGate old = gate(0, 0, 1);
        InputGate next = gate(0, 1, 1);
        old.close();
        old.close();
        append(partition, 0, 0, 3);
        consumerBell.sayWaiting();
        partition.flush();
        assertThat(rings(consumerBell)).isPositive();
        assertThat(drain(next)).isEqualTo(numbers(0, 3));
    }

    @Test
    void anAcknowledgementOfAFencedReaderDoesNotCount() {
        ResultPartition partition = partition(0, 1);
        InputGate old = gate(0, 0, 1);
        partition.broadcast(new EndOfData(true));
        assertThat(drain(old)).hasSize(1);
        InputGate next = gate(0, 1, 1);
        old.acknowledgeEndOfData(0);
        assertThat(allDataProcessed(partition)).isFalse();
        assertThat(drain(next)).containsExactly(new EndOfData(true));
        next.acknowledgeEndOfData(0);
        assertThat(allDataProcessed(partition)).isTrue();
    }

    @Test
    void anAcknowledgementIsAskedAgainOfANewAttempt() {
        ResultPartition partition = partition(0, 1);
        InputGate old = gate(0, 0, 1);
        partition.broadcast(new EndOfData(true));
        assertThat(drain(old)).hasSize(1);
        old.acknowledgeEndOfData(0);
        assertThat(allDataProcessed(partition)).isTrue();
        gate(0, 1, 1);
        assertThat(allDataProcessed(partition)).isFalse();
    }

    @Test
    void aClosedGateLeavesWhatItDidNotRead() {
        ResultPartition partition = partition(0, 1);
        InputGate old = gate(0, 0, 1);
        append(partition, 0, 0, 600);
        List<Object> taken = take(old, 2);
        old.close();
        append(partition, 0, 600, 610);
        assertThat(drain(gate(0, 1, 1))).isEqualTo(numbers(taken.size(), 610));
        assertThatThrownBy(() -> drain(old)).isInstanceOf(RuntimeException.class);
    }

    @Test
    void queuedRecordsRingANewReaderNoLaterThanTheNextFlush() {
        ResultPartition partition = partition(0, 1);
        append(partition, 0, 0, 3);
        InputGate gate = gate(0, 0, 1);
        consumerBell.sayWaiting();
        partition.flush();
        assertThat(rings(consumerBell) == 1 || apart() && gate.poll(new GateCursor()))
                .isTrue();
    }

    @Test
    void everyReaderOfAnEndedChannelGetsTheEndOnce() {
        ResultPartition partition = partition(0, 1);
        append(partition, 0, 0, 3);
        partition.broadcast(new Watermark(5));
        partition.broadcast(new Watermark(9));
        partition.broadcast(new EndOfData(true));
        InputGate first = gate(0, 0, 1);
        assertThat(drain(first)).hasSize(6);
        assertThat(drain(gate(0, 1, 1))).containsExactly(new Watermark(9), new EndOfData(true));
        partition.broadcast(new EndOfPartition());
        partition.close();
        for (int attempt = 2; attempt < 5; attempt++) {
            InputGate gate = gate(0, attempt, 1);
            assertThat(drain(gate)).containsExactly(new Watermark(9), new EndOfData(true), new EndOfPartition());
            assertThat(drain(gate)).isEmpty();
            assertThat(gate.position(0)).isEqualTo(3);
        }
    }

    @Test
    void aNewReaderIsToldTheWatermarkBeforeRecordsNotReadYet() {
        ResultPartition partition = partition(0, 1);
        InputGate old = gate(0, 0, 1);
        append(partition, 0, 0, 2);
        partition.broadcast(new Watermark(5));
        assertThat(drain(old)).hasSize(3);
        append(partition, 0, 2, 4);
        partition.broadcast(new Watermark(6));
        assertThat(drain(gate(0, 1, 1))).containsExactly(new Watermark(5), 2L, 3L, new Watermark(6));
    }
}
