package io.github.foggara.shuffle.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.shuffle.ChannelEvent.EndOfData;
import io.github.foggara.api.shuffle.ChannelEvent.Watermark;
import io.github.foggara.api.shuffle.GateCursor;
import io.github.foggara.api.shuffle.InputGate;
import io.github.foggara.api.shuffle.ResultPartition;
import io.github.foggara.api.shuffle.StaleConsumerException;
import io.github.foggara.testkit.shuffle.Bell;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Attempts in different processes take a channel from one another: no record is read twice, and none is lost while both can be asked. */
@ExtendWith(LeakCheck.class)
@Timeout(60)
class FencingTest {
    private final Pair pair = new Pair(Map.of());
    private final NettyShuffleEnvironment other = Pair.environment(Map.of());
    private final ResultPartition partition = pair.partition(0, 1, new Bell());

    @AfterEach
    void close() {
        other.close();
        pair.close();
    }

    private InputGate gate(NettyShuffleEnvironment at, int attempt, Bell bell) {
        InputGate gate = pair.gate(at, pair.producers.location(), 0, attempt, 1, bell);
        settle();
        return gate;
    }

    private void settle() {
        partition.flush();
        Pair.quiesce(pair.consumers);
        Pair.quiesce(other);
        Pair.quiesce(pair.consumers);
        Pair.quiesce(other);
    }

    private static List<Object> take(InputGate gate, int polls) {
        List<Object> all = new ArrayList<>();
        GateCursor cursor = new GateCursor();
        for (int i = 0; i < polls && gate.poll(cursor); i++) {
            while (cursor.hasRecord()) {
                assertThat(cursor.take()).isEqualTo(cursor.sequence() - 1);
                all.add(cursor.sequence() - 1);
            }
            if (cursor.takeEvent() != null) {
                all.add("event");
            }
        }
        return all;
    }

    @Test
    void everyCutBetweenProcessesIsExact() {
        Random random = new Random(3);
        long appended = 0;
        long expected = 0;
        InputGate former = null;
        for (int attempt = 0; attempt < 60; attempt++) {
            InputGate gate = gate(random.nextBoolean() ? other : pair.consumers, attempt, new Bell());
            if (former != null) {
                InputGate fenced = former;
                assertThatThrownBy(() -> take(fenced, 1)).isInstanceOf(StaleConsumerException.class);
                fenced.close();
            }
            assertThat(gate.position(0)).as("attempt " + attempt).isEqualTo(expected);
            for (int i = random.nextInt(60); i > 0; i--) {
                partition.append(0, appended++, 10);
                if (random.nextInt(20) == 0) {
                    partition.flush();
                }
            }
            settle();
            List<Object> taken = take(gate, random.nextInt(4));
            if (!taken.isEmpty()) {
                assertThat(taken.get(0)).isEqualTo(expected);
            }
            expected += taken.size();
            former = gate;
        }
        while (expected < appended) {
            List<Object> taken = take(former, 1);
            assertThat(taken).isNotEmpty();
            expected += taken.size();
            settle();
        }
        assertThat(take(former, 1)).isEmpty();
    }

    @Test
    void theFencedOneIsWokenAndCountsForNothing() {
        Bell bell = new Bell();
        InputGate old = gate(pair.consumers, 0, bell);
        partition.broadcast(new EndOfData(true));
        settle();
        assertThat(take(old, 5)).hasSize(1);
        bell.sayWaiting();
        int before = bell.rings();
        InputGate next = gate(other, 1, new Bell());
        assertThat(bell.rings()).isGreaterThan(before);
        old.acknowledgeEndOfData(0);
        settle();
        assertThat(partition.allDataProcessed()).isFalse();
        assertThat(take(next, 5)).as("the end, again").hasSize(1);
        next.acknowledgeEndOfData(0);
        settle();
        assertThat(partition.allDataProcessed()).isTrue();
    }

    @Test
    void anOlderAttemptElsewhereIsRefusedAndCounted() {
        InputGate newest = gate(pair.consumers, 3, new Bell());
        long before = pair.producers.counters().stale().get();
        InputGate late = gate(other, 2, new Bell());
        assertThatThrownBy(() -> take(late, 1)).isInstanceOf(StaleConsumerException.class);
        assertThat(pair.producers.counters().stale().get()).isEqualTo(before + 1);
        late.close();
        partition.append(0, 0L, 10);
        settle();
        assertThat(take(newest, 5)).containsExactly(0L);
    }

    @Test
    void aReaderThatMovesIsToldWhatStaysTrue() {
        InputGate old = gate(pair.consumers, 0, new Bell());
        partition.broadcast(new Watermark(5));
        settle();
        assertThat(take(old, 5)).hasSize(1);
        partition.append(0, 0L, 10);
        partition.broadcast(new Watermark(6));
        settle();
        InputGate next = gate(other, 1, new Bell());
        GateCursor cursor = new GateCursor();
        assertThat(next.poll(cursor)).isTrue();
        assertThat(cursor.takeEvent()).isEqualTo(new Watermark(5));
        assertThat(next.poll(cursor)).isTrue();
        assertThat(cursor.take()).isEqualTo(0L);
        assertThat(next.poll(cursor)).isTrue();
        assertThat(cursor.takeEvent()).isEqualTo(new Watermark(6));
        assertThat(next.poll(cursor)).isFalse();
    }

    @Test
    void aReaderInTheProducersOwnProcessTakesOver() {
        InputGate old = gate(pair.consumers, 0, new Bell());
        partition.append(0, 0L, 10);
        settle();
        assertThat(take(old, 5)).containsExactly(0L);
        InputGate local = gate(pair.producers, 1, new Bell());
        assertThatThrownBy(() -> take(old, 1)).isInstanceOf(StaleConsumerException.class);
        partition.append(0, 1L, 10);
        assertThat(take(local, 5)).containsExactly(1L);
        InputGate back = gate(pair.consumers, 2, new Bell());
        partition.append(0, 2L, 10);
        settle();
        assertThat(take(back, 5)).containsExactly(2L);
        assertThatThrownBy(() -> take(local, 1)).isInstanceOf(StaleConsumerException.class);
    }
}
