package io.github.foggara.testkit.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.shuffle.ChannelEvent;
import io.github.foggara.api.shuffle.ChannelEvent.EndOfData;
import io.github.foggara.api.shuffle.ChannelEvent.EndOfPartition;
import io.github.foggara.api.shuffle.ChannelEvent.Watermark;
import io.github.foggara.api.shuffle.GateCursor;
import io.github.foggara.api.shuffle.InputGate;
import io.github.foggara.api.shuffle.ResultPartition;
import io.github.foggara.api.shuffle.ShuffleDescriptor;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Records and events arrive once, in order and in time. */
public abstract class ExchangeContract extends ShuffleFixture {
    @Test
    void recordsArriveInOrderWithTheirSequenceNumbers() {
        Random random = new Random(1);
        ResultPartition partition = partition(0, 3);
        List<InputGate> gates = List.of(gate(0, 0, 1), gate(1, 0, 1), gate(2, 0, 1));
        List<List<Object>> sent = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        List<List<Object>> received = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (long i = 0; i < 5_000; i++) {
            int target = random.nextInt(3);
            partition.append(target, i, 1 + random.nextInt(200));
            sent.get(target).add(i);
            if (!partition.hasRoom() || random.nextInt(20) == 0) {
                int reader = random.nextInt(3);
                received.get(reader).addAll(take(gates.get(reader), 1 + random.nextInt(5)));
            }
        }
        for (int i = 0; i < 3; i++) {
            received.get(i).addAll(drain(gates.get(i)));
            assertThat(received.get(i)).isEqualTo(sent.get(i));
            assertThat(gates.get(i).position(0)).isEqualTo(sent.get(i).size());
            assertThat(partition.appended(i)).isEqualTo(sent.get(i).size());
        }
    }

    @Test
    void theSameObjectOrAnEqualOneComesOut() {
        ResultPartition partition = partition(0, 1);
        InputGate gate = gate(0, 0, 1);
        partition.append(0, List.of("a", 1), 20);
        assertThat(drain(gate)).containsExactly(List.of("a", 1));
    }

    @Test
    void aReaderThatIsAwakeSeesARecordAtOnce() {
        ResultPartition partition = partition(0, 1);
        InputGate gate = gate(0, 0, 1);
        for (long i = 0; i < 100; i++) {
            partition.append(0, i, 10);
            assertThat(drain(gate)).containsExactly(i);
        }
    }

    @Test
    void flushRingsAReaderThatWaitsAndNoOther() {
        ResultPartition partition = partition(0, 2);
        Bell first = new Bell();
        Bell second = new Bell();
        gate(0, 0, 1, first);
        gate(1, 0, 1, second);
        partition.append(0, 1L, 10);
        partition.flush();
        assertThat(rings(first)).as("awake").isZero();
        first.sayWaiting();
        second.sayWaiting();
        partition.append(0, 2L, 10);
        assertThat(first.rings()).as("before flush").isZero();
        partition.flush();
        assertThat(rings(first)).as("after flush").isEqualTo(1);
        assertThat(rings(second)).as("nothing for it").isZero();
    }

    @Test
    void aFullQueueRingsWithoutFlush() {
        ResultPartition partition = partition(0, 1);
        gate(0, 0, 1);
        consumerBell.sayWaiting();
        fill(partition, 10);
        assertThat(rings(consumerBell)).isPositive();
    }

    @Test
    void eventsStayInLine() {
        ResultPartition partition = partition(0, 2);
        InputGate first = gate(0, 0, 1);
        InputGate second = gate(1, 0, 1);
        append(partition, 0, 0, 3);
        partition.broadcast(new Watermark(7));
        append(partition, 0, 3, 4);
        append(partition, 1, 10, 12);
        partition.broadcast(new EndOfData(true));
        partition.broadcast(new EndOfPartition());
        partition.close();
        List<Object> expected = new ArrayList<>(numbers(0, 3));
        expected.add(new Watermark(7));
        expected.add(3L);
        expected.add(new EndOfData(true));
        expected.add(new EndOfPartition());
        assertThat(drain(first)).isEqualTo(expected);
        assertThat(drain(second))
                .containsExactly(new Watermark(7), 10L, 11L, new EndOfData(true), new EndOfPartition());
        assertThat(first.position(0)).as("events have no sequence number").isEqualTo(4);
        assertThat(partition.appended(0)).isEqualTo(4);
    }

    @Test
    void anEventRingsAReaderThatWaits() {
        ResultPartition partition = partition(0, 1);
        gate(0, 0, 1);
        consumerBell.sayWaiting();
        partition.broadcast(new EndOfData(false));
        assertThat(rings(consumerBell)).isEqualTo(1);
    }

    @Test
    void theProducerLearnsThatAllReadersProcessedItsEnd() {
        ResultPartition partition = partition(0, 2);
        InputGate first = gate(0, 0, 1);
        InputGate second = gate(1, 0, 1);
        partition.broadcast(new EndOfData(true));
        assertThat(drain(first)).hasSize(1);
        assertThat(drain(second)).hasSize(1);
        assertThat(allDataProcessed(partition)).isFalse();
        first.acknowledgeEndOfData(0);
        assertThat(allDataProcessed(partition)).isFalse();
        producerBell.sayWaiting();
        second.acknowledgeEndOfData(0);
        assertThat(allDataProcessed(partition)).isTrue();
        assertThat(rings(producerBell)).isEqualTo(1);
    }

    @Test
    void aConsumerMayComeFirst() {
        InputGate gate = gate(0, 0, 2);
        assertThat(drain(gate)).isEmpty();
        consumerBell.sayWaiting();
        ResultPartition partition = partition(1, 1);
        append(partition, 0, 0, 3);
        partition.flush();
        assertThat(rings(consumerBell)).isEqualTo(1);
        assertThat(drain(gate)).isEqualTo(numbers(0, 3));
        ResultPartition late = partition(0, 1);
        append(late, 0, 5, 7);
        assertThat(drain(gate)).isEqualTo(numbers(5, 7));
    }

    @Test
    void aConsumerMayComeLast() {
        ResultPartition partition = partition(0, 1);
        append(partition, 0, 0, 20);
        partition.broadcast(new EndOfPartition());
        partition.close();
        List<Object> all = drain(gate(0, 0, 1));
        assertThat(all.subList(0, 20)).isEqualTo(numbers(0, 20));
        assertThat(all.get(20)).isInstanceOf(EndOfPartition.class);
    }

    @Test
    void aBlockedChannelIsNotReadUntilItIsResumed() {
        ResultPartition blocked = partition(0, 1);
        ResultPartition open = partition(1, 1);
        InputGate gate = gate(0, 0, 2);
        append(blocked, 0, 0, 5);
        append(open, 0, 10, 15);
        gate.block(0);
        assertThat(drain(gate)).isEqualTo(numbers(10, 15));
        gate.resume(0);
        assertThat(drain(gate)).isEqualTo(numbers(0, 5));
    }

    @Test
    void channelsAreServedInTurn() {
        int count = 64;
        List<ResultPartition> partitions = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            partitions.add(partition(i, 1));
        }
        InputGate gate = gate(0, 0, count);
        GateCursor cursor = new GateCursor();
        for (int round = 0; round < 5; round++) {
            int now = round;
            partitions.forEach(partition -> partition.append(0, (long) now, 10));
            settle();
            boolean[] served = new boolean[count];
            for (int i = 0; i < count; i++) {
                assertThat(gate.poll(cursor)).isTrue();
                assertThat(served[cursor.channel()])
                        .as("channel " + cursor.channel() + " again")
                        .isFalse();
                served[cursor.channel()] = true;
                assertThat(cursor.take()).isEqualTo((long) round);
            }
            assertThat(gate.poll(cursor)).isFalse();
        }
    }

    @Test
    void aDescriptorNamesThePartitionAndThePlugin() {
        ShuffleDescriptor descriptor = descriptor(0, 4);
        assertThat(descriptor.id()).isEqualTo(partitionId(0));
        assertThat(descriptor.plugin()).isNotBlank();
        assertThat(descriptor.pluginData()).isNotNull();
        master.releasePartition(partitionId(0));
        master.releasePartition(partitionId(0));
    }

    @Test
    void aPartitionIsMadeOnce() {
        partition(0, 1);
        assertThatThrownBy(() -> partition(0, 1)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aClosedPartitionTakesNoMore() {
        ResultPartition partition = partition(0, 1);
        append(partition, 0, 0, 2);
        partition.close();
        partition.close();
        assertThatThrownBy(() -> partition.append(0, 2L, 10)).isInstanceOf(IllegalStateException.class);
        ChannelEvent event = new EndOfPartition();
        assertThatThrownBy(() -> partition.broadcast(event)).isInstanceOf(IllegalStateException.class);
        assertThat(drain(gate(0, 0, 1))).isEqualTo(numbers(0, 2));
    }
}
