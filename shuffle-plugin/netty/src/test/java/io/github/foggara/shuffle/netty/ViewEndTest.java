package io.github.foggara.shuffle.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.shuffle.ChannelDescriptor;
import io.github.foggara.api.shuffle.ChannelEvent.EndOfData;
import io.github.foggara.api.shuffle.GateCursor;
import io.github.foggara.api.shuffle.InputGate;
import io.github.foggara.api.shuffle.PartitionDescriptor;
import io.github.foggara.api.shuffle.PartitionFailedException;
import io.github.foggara.api.shuffle.ResultPartition;
import io.github.foggara.api.shuffle.ShuffleDescriptor;
import io.github.foggara.testkit.shuffle.Bell;
import io.github.foggara.testkit.shuffle.TestCodec;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** However a view ends, its producer's process keeps nothing of it, and no other view waits for it. */
@ExtendWith(LeakCheck.class)
@Timeout(120)
class ViewEndTest {
    private static final Map<String, String> PATIENT = Map.of("shuffle.netty.fence-timeout", "1 h");

    private final AtomicReference<WeakReference<TestCodec>> codec = new AtomicReference<>();

    private TestCodec watchedCodec() {
        TestCodec made = new TestCodec();
        codec.set(new WeakReference<>(made));
        return made;
    }

    private ResultPartition watchedPartition(Pair pair) {
        return pair.producers.createPartition(new PartitionDescriptor(pair.id(0), 1), this::watchedCodec, new Bell());
    }

    private void assertCodecIsGone() {
        assertThat(codec.get()).as("a codec was made").isNotNull();
        LeakCheck.collectGarbage();
        assertThat(codec.get().get()).as("codec of the job").isNull();
    }

    private static void append(ResultPartition partition, long from, long to) {
        for (long i = from; i < to; i++) {
            partition.append(0, i, 16);
        }
        partition.flush();
    }

    private static RemoteReaders readers(Pair pair) {
        return pair.producers.startedNetwork().consumers();
    }

    @Test
    void aViewThatFailedKeepsNothingOfTheJob() {
        try (Pair pair = new Pair(Map.of())) {
            ResultPartition partition = watchedPartition(pair);
            InputGate gate = pair.gate(0, 0);
            append(partition, 0, 3);
            pair.quiesce();
            partition.fail(new IllegalStateException("boom"));
            pair.quiesce();
            assertThat(readers(pair).senders())
                    .as("its reader has said that it knows")
                    .isZero();
            pair.producers.releasePartition(pair.id(0));
            pair.quiesce();
            assertCodecIsGone();
            assertThatThrownBy(() -> gate.poll(new GateCursor())).hasRootCauseMessage("boom");
        }
    }

    @Test
    void aViewThatIsStaleKeepsNothingOfTheJob() {
        try (Pair pair = new Pair(Map.of())) {
            ResultPartition partition = watchedPartition(pair);
            pair.gate(0, 0);
            append(partition, 0, 3);
            pair.quiesce();
            InputGate local = pair.gate(pair.producers, pair.producers.location(), 0, 1, 1, new Bell());
            pair.quiesce();
            assertCodecIsGone();
            assertThat(readers(pair).senders()).isZero();
            assertThat(pair.producers.bufferedBytes()).isZero();
            local.close();
        }
    }

    @Test
    void aReaderThatSaysNothingHoldsNothingOfTheJob() throws Exception {
        try (Pair pair = new Pair(Map.of());
                RawReader silent = new RawReader(pair)) {
            ResultPartition partition = watchedPartition(pair);
            silent.attach(0, 0, 0, 1 << 20);
            append(partition, 0, 3);
            silent.await(Wire.BATCH);
            InputGate local = pair.gate(pair.producers, pair.producers.location(), 0, 1, 1, new Bell());
            silent.await(Wire.STALE);
            silent.settle();
            assertCodecIsGone();
            assertThat(pair.producers.bufferedBytes()).isZero();
            local.close();
        }
    }

    @Test
    void aReaderOfTheProducersProcessFreesWhatIsKeptForOthers() throws Exception {
        try (Pair pair = new Pair(Map.of());
                RawReader first = new RawReader(pair)) {
            ResultPartition partition = watchedPartition(pair);
            first.attach(0, 0, 0, 1 << 20);
            append(partition, 0, 3);
            first.await(Wire.BATCH);
            Wire.detach(first.link(), 0, 0);
            first.await(Wire.DETACHED);
            first.settle();
            assertThat(pair.producers.counters().sending().get()).isPositive();
            InputGate local = pair.gate(pair.producers, pair.producers.location(), 0, 1, 1, new Bell());
            assertThat(pair.producers.bufferedBytes()).isZero();
            assertCodecIsGone();
            local.close();
        }
    }

    @Test
    void aViewThatWasClosedLeavesNoSender() {
        try (Pair pair = new Pair(Map.of())) {
            InputGate early = pair.gate(0, 0);
            pair.quiesce();
            assertThat(readers(pair).senders()).isEqualTo(1);
            early.close();
            pair.quiesce();
            assertThat(readers(pair).senders()).isZero();
        }
    }

    @Test
    void aReaderThatDoesNotSayWhatItReadIsPassedOver() throws Exception {
        try (Pair pair = new Pair(Map.of("shuffle.netty.fence-timeout", "50 ms"));
                RawReader silent = new RawReader(pair)) {
            ResultPartition partition = pair.partition(0, 1, new Bell());
            silent.attach(0, 0, 0, 1 << 20);
            append(partition, 0, 3);
            silent.await(Wire.BATCH);
            Bell bell = new Bell(new LiveRuntime().newParker());
            InputGate gate = pair.gate(0, 1, 1, bell);
            assertThat(silent.await(Wire.STALE).view()).isZero();
            append(partition, 3, 4);
            GateCursor cursor = new GateCursor();
            bell.await(() -> gate.poll(cursor));
            assertThat(cursor.hasRecord() || gate.poll(cursor)).isTrue();
            assertThat(cursor.sequence())
                    .as("behind what the silent one was sent")
                    .isEqualTo(3);
        }
    }

    @Test
    void whoWaitsAndLeavesIsNotWaitedFor() throws Exception {
        try (Pair pair = new Pair(PATIENT);
                RawReader first = new RawReader(pair);
                RawReader second = new RawReader(pair)) {
            ResultPartition partition = pair.partition(0, 1, new Bell());
            first.attach(0, 0, 0, 1 << 20);
            append(partition, 0, 3);
            first.await(Wire.BATCH);
            second.attach(0, 0, 1, 1 << 20);
            first.await(Wire.FENCE);
            second.leave();
            awaitConnections(pair, 1);
            Wire.detach(first.link(), 0, 0);
            first.await(Wire.DETACHED);
            InputGate gate = pair.gate(0, 2);
            pair.quiesce();
            GateCursor cursor = new GateCursor();
            assertThat(gate.poll(cursor)).as("the third attempt reads").isTrue();
            assertThat(cursor.sequence()).isZero();
        }
    }

    /** The end of a connection is seen by its net thread some time after it. */
    private static void awaitConnections(Pair pair, int count) {
        while (readers(pair).connections() != count) {
            Thread.yield();
        }
    }

    @Test
    void aBatchTooLargeForItsReaderFailsThatViewOnly() {
        try (Pair pair = new Pair(Map.of());
                NettyShuffleEnvironment narrow = Pair.environment(Map.of("shuffle.netty.record-limit", "64 kb"))) {
            ResultPartition large = pair.partition(0, 1, new Bell());
            ResultPartition small = pair.partition(1, 2, new Bell());
            byte[] there = pair.producers.location();
            InputGate fails = pair.gate(narrow, there, 0, 0, 1, new Bell());
            InputGate reads = narrow.createGate(
                    new ExecutionAttemptId(pair.job, 1, 1, 0),
                    List.of(new ChannelDescriptor(
                            0, new ShuffleDescriptor(pair.id(1), NettyShuffleService.NAME, there), 1)),
                    TestCodec::new,
                    new Bell());
            large.append(0, new byte[70_000], 70_000);
            large.flush();
            small.append(1, 7L, 16);
            small.flush();
            Pair.quiesce(narrow);
            assertThatThrownBy(() -> fails.poll(new GateCursor()))
                    .isInstanceOf(PartitionFailedException.class)
                    .hasMessageContaining("record-limit");
            GateCursor cursor = new GateCursor();
            assertThat(reads.poll(cursor)).isTrue();
            assertThat(cursor.take()).isEqualTo(7L);
            small.append(1, 8L, 16);
            small.flush();
            Pair.quiesce(narrow);
            assertThat(reads.poll(cursor)).as("over the same connection").isTrue();
        }
    }

    @Test
    void aCodecThatFailsFailsItsViewOnly() {
        try (Pair pair = new Pair(Map.of())) {
            ResultPartition bad = pair.producers.createPartition(
                    new PartitionDescriptor(pair.id(0), 1),
                    () -> {
                        throw new NoClassDefFoundError("a/users/Class");
                    },
                    new Bell());
            ResultPartition good = pair.partition(1, 1, new Bell());
            InputGate gate = pair.gate(0, 0, 2, new Bell());
            append(bad, 0, 1);
            append(good, 0, 1);
            pair.quiesce();
            assertThat(readers(pair).connections()).isEqualTo(1);
            assertThatThrownBy(() -> {
                        while (true) {
                            GateCursor cursor = new GateCursor();
                            gate.poll(cursor);
                        }
                    })
                    .isInstanceOf(PartitionFailedException.class)
                    .hasMessageContaining("a/users/Class");
        }
    }

    @Test
    void aClaimOfWhatWasNotSentEndsTheView() throws Exception {
        try (Pair pair = new Pair(Map.of());
                RawReader liar = new RawReader(pair)) {
            ResultPartition partition = pair.partition(0, 1, new Bell());
            ResultPartition another = pair.partition(1, 1, new Bell());
            liar.attach(0, 0, 0, 1 << 20);
            liar.attach(1, 1, 0, 1 << 20);
            append(partition, 0, 3);
            liar.await(Wire.BATCH);
            Wire.credit(liar.link(), 0, 1 << 19, 1 << 20);
            assertThat(liar.await(Wire.FAILED).view()).isZero();
            // Another view of the same connection goes on, and nobody reads again what the first one was sent.
            append(another, 0, 3);
            assertThat(liar.await(Wire.BATCH).view()).isEqualTo(1);
            InputGate next = pair.gate(0, 1);
            pair.quiesce();
            append(partition, 3, 4);
            pair.quiesce();
            assertThat(next.position(0)).isEqualTo(3);
        }
    }

    @Test
    void whoLeavesWithAClaimOfWhatWasNotSentHasReadAll() throws Exception {
        try (Pair pair = new Pair(Map.of());
                RawReader liar = new RawReader(pair)) {
            ResultPartition partition = pair.partition(0, 1, new Bell());
            liar.attach(0, 0, 0, 1 << 20);
            append(partition, 0, 3);
            liar.await(Wire.BATCH);
            Wire.detach(liar.link(), 0, 1 << 19);
            liar.await(Wire.DETACHED);
            InputGate next = pair.gate(0, 1);
            pair.quiesce();
            assertThat(next.position(0)).isEqualTo(3);
        }
    }

    @Test
    void whatIsSaidOfAViewThatIsNotCurrentCountsForNothing() throws Exception {
        HeldTimers timers = new HeldTimers(Duration.ofHours(1));
        try (Pair pair = new Pair(PATIENT, timers);
                RawReader old = new RawReader(pair);
                RawReader current = new RawReader(pair)) {
            ResultPartition partition = pair.partition(0, 1, new Bell());
            old.attach(0, 0, 0, 1 << 20);
            old.await(Wire.ATTACHED);
            current.attach(0, 0, 1, 1 << 20);
            old.await(Wire.FENCE);
            timers.await().run();
            old.await(Wire.STALE);
            current.await(Wire.ATTACHED);
            append(partition, 0, 3);
            current.await(Wire.BATCH);
            partition.broadcast(new EndOfData(true));
            current.await(Wire.EVENT);
            long held = pair.producers.counters().sending().get();
            long stale = pair.producers.counters().stale().get();

            Wire.credit(old.link(), 0, held, 1 << 20);
            Wire.plain(old.link(), Wire.DATA_PROCESSED, 0);
            old.settle();
            assertThat(pair.producers.counters().sending().get())
                    .as("not claimed")
                    .isEqualTo(held);
            assertThat(pair.producers.counters().stale().get()).isEqualTo(stale + 1);
            assertThat(partition.allDataProcessed()).isFalse();

            Wire.credit(current.link(), 0, held, 1 << 20);
            Wire.plain(current.link(), Wire.DATA_PROCESSED, 0);
            current.settle();
            assertThat(pair.producers.counters().sending().get()).isZero();
            assertThat(partition.allDataProcessed()).isTrue();
        }
    }

    @Test
    void aTimerOfAnEarlierBreakEndsNothing() throws Exception {
        HeldTimers timers = new HeldTimers(Duration.ofHours(1));
        try (Pair pair = new Pair(Map.of("shuffle.netty.reconnect-limit", "1 h"), timers);
                RawReader reader = new RawReader(pair)) {
            ResultPartition partition = pair.partition(0, 1, new Bell());
            reader.attach(0, 0, 0, 1 << 20);
            reader.await(Wire.ATTACHED);
            reader.breakConnection();
            Runnable first = timers.await();
            reader.connect();
            Wire.resume(reader.link(), 0, 0, 0, 1 << 20);
            reader.settle();
            reader.breakConnection();
            Runnable second = timers.await();
            first.run();
            reader.connect();
            Wire.resume(reader.link(), 0, 0, 0, 1 << 20);
            append(partition, 0, 3);
            assertThat(reader.await(Wire.BATCH).view()).isZero();
            reader.breakConnection();
            timers.await();
            second.run();
            assertThat(readers(pair).connections()).isEqualTo(1);
        }
    }
}
