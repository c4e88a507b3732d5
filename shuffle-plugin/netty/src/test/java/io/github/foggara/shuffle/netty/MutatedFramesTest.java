package io.github.foggara.shuffle.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.rpc.ContainerId;
import io.github.foggara.api.shuffle.ChannelDescriptor;
import io.github.foggara.api.shuffle.ChannelEvent.Watermark;
import io.github.foggara.api.shuffle.GateCursor;
import io.github.foggara.api.shuffle.InputGate;
import io.github.foggara.api.shuffle.PartitionDescriptor;
import io.github.foggara.api.shuffle.PartitionFailedException;
import io.github.foggara.api.shuffle.ResultPartition;
import io.github.foggara.api.shuffle.ShuffleDescriptor;
import io.github.foggara.api.shuffle.StaleConsumerException;
import io.github.foggara.testkit.runtime.SimulatedRuntime;
import io.github.foggara.testkit.shuffle.Bell;
import io.github.foggara.testkit.shuffle.TestCodec;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Frames that are nearly right, over a connection whose views live: only what it carries fails, in words, and nobody keeps what it announces. */
@ExtendWith(LeakCheck.class)
@Timeout(600)
class MutatedFramesTest {
    private static final int ROUNDS = Integer.getInteger("foggara.seeds", 40);
    private static final int STEPS = 30;
    private static final int KB = 1024;
    private static final long MOST_HELD = 256 * KB;
    private static final long CREDIT = 1 << 20;
    /** Nobody who does not know its token, which is its id, reads of the job of the pair. */
    private static final JobId JOB = new JobId(0x5A5A_0F0F_3C3C_9999L, 0x1234_5678_9ABC_DEF0L);

    /** A few bits that are flipped in one make none of the others. */
    private static final List<Object> RECORDS = LongStream.rangeClosed(1, 6)
            .mapToObj(i -> (Object) (i * 0x9E37_79B9_7F4A_7C15L))
            .toList();

    private final Pair pair = new Pair(Map.of(
            "shuffle.netty.reconnect-limit", "20 ms",
            "shuffle.netty.channel-credit", "8 kb",
            "shuffle.netty.send-memory", "64 kb"));
    private final ResultPartition spared = pair.partition(0, 1, new Bell());
    private final Bell bell = new Bell(new LiveRuntime().newParker());
    private final InputGate gate = pair.gate(0, 0, 1, bell);
    private final GateCursor cursor = new GateCursor();
    private long written;
    private long read;

    @AfterEach
    void close() {
        pair.close();
    }

    private static LongStream seeds() {
        return SimulatedRuntime.seeds(ROUNDS);
    }

    private static ResultPartitionId id(long seed) {
        return new ResultPartitionId(new ExecutionAttemptId(JOB, 0, (int) seed, 0), 0);
    }

    private void append() {
        for (int i = 0; i < 10; i++) {
            spared.append(0, written++, 16);
        }
        spared.flush();
    }

    /** Another view of another connection has each record, once. */
    private void readAll() {
        while (read < written) {
            if (!gate.poll(cursor)) {
                bell.await(() -> gate.poll(cursor));
            }
            while (cursor.hasRecord()) {
                assertThat(cursor.take()).isEqualTo(read++);
            }
        }
    }

    // ---- towards producers

    @Test
    void aReaderWhoseFramesAreNearlyRightFailsAlone() throws Exception {
        RemoteReaders readers = pair.producers.startedNetwork().consumers();
        AtomicInteger changed = new AtomicInteger();
        for (long seed : seeds().toArray()) {
            Random random = new Random(seed);
            ResultPartition attacked =
                    pair.producers.createPartition(new PartitionDescriptor(id(seed), 1), TestCodec::new, new Bell());
            append();
            ContainerId process = new ContainerId(seed, 1);
            byte[] proof = SessionKey.newProof(new LiveRuntime());
            try (RawReader raw = new RawReader(
                    pair,
                    process,
                    proof,
                    secured -> Mutator.on(secured, new Random(random.nextLong()), changed::incrementAndGet))) {
                attack(raw, attacked, id(seed), random);
                raw.leave();
                assertThat(raw.awaitDown()).isTrue();
                assertThat(raw.downWhy()).as("seed " + seed).isNotBlank();
            }
            readAll();
            pair.producers.releasePartition(id(seed));
            // Its session ends when it was away for long enough.
            while (readers.connections() > 1) {
                Thread.onSpinWait();
            }
        }
        assertThat(changed.get()).as("frames that were changed").isGreaterThan(ROUNDS);
        pair.quiesce();
        assertThat(readers.senders()).as("that of the other view").isEqualTo(1);
        assertThat(pair.producers.bufferedBytes()).isZero();
    }

    private void attack(RawReader raw, ResultPartition attacked, ResultPartitionId id, Random random) throws Exception {
        raw.attach(0, id, 0, CREDIT);
        for (int step = 0; step < STEPS; step++) {
            int view = random.nextInt(3);
            long claimed = random.nextInt(4) * 2L * KB;
            switch (random.nextInt(12)) {
                case 0 -> raw.attach(view, id, random.nextInt(3), CREDIT);
                case 1 -> Wire.resume(raw.link(), view, claimed, 0, CREDIT);
                case 2 -> Wire.plain(raw.link(), Wire.DATA_PROCESSED, view);
                case 3 -> Wire.detach(raw.link(), view, claimed);
                case 4 -> {
                    raw.breakConnection();
                    raw.connect();
                    Wire.resume(raw.link(), 0, 0, 0, CREDIT);
                }
                case 5, 6, 7 -> Wire.credit(raw.link(), view, claimed, CREDIT);
                default -> fill(attacked);
            }
            assertThat(pair.producers.bufferedBytes()).as("bytes held").isLessThan(MOST_HELD);
        }
    }

    /** As far as it goes: more than may be held. */
    private static void fill(ResultPartition partition) {
        for (int i = 0; i < 2 * MOST_HELD / KB && partition.hasRoom(); i++) {
            partition.append(0, new byte[KB], KB + 16);
        }
        partition.flush();
    }

    // ---- towards readers

    @Test
    void aProducerWhoseFramesAreNearlyRightIsBlamedAlone() throws Exception {
        List<Element> elements = List.of(
                RawProducer.records(0, RECORDS.get(0), RECORDS.get(1), RECORDS.get(2)),
                Element.of(new Watermark(5)),
                RawProducer.records(3, RECORDS.get(3)),
                RawProducer.records(4, RECORDS.get(4), RECORDS.get(5)),
                RawProducer.records(6, new byte[80 * KB]));
        int inWords = 0;
        for (long seed : seeds().toArray()) {
            append();
            try (RawProducer raw = new RawProducer(
                    new ContainerId(seed, 2), elements, secured -> Mutator.on(secured, new Random(seed), () -> {}))) {
                inWords += readOf(raw, seed) ? 1 : 0;
            }
            readAll();
        }
        assertThat(inWords).as("views that failed for what was sent").isPositive();
        gate.close();
        pair.quiesce();
        assertThat(pair.consumers.bufferedBytes()).isZero();
    }

    /** @return whether its view failed before the producer's process ended */
    private boolean readOf(RawProducer raw, long seed) {
        Bell rung = new Bell(new LiveRuntime().newParker());
        ShuffleDescriptor there = new ShuffleDescriptor(id(seed), NettyShuffleService.NAME, raw.location());
        try (InputGate attacked = pair.consumers.createGate(
                new ExecutionAttemptId(JOB, 1, 0, 0),
                List.of(new ChannelDescriptor(0, there, 0)),
                TestCodec::new,
                rung)) {
            Throwable failure = catchThrowable(() -> readToTheFailure(attacked, rung));
            assertThat(failure)
                    .as("seed " + seed)
                    .isInstanceOfAny(
                            PartitionFailedException.class,
                            StaleConsumerException.class,
                            IllegalArgumentException.class);
            assertThat(failure.getMessage()).as("seed " + seed).isNotBlank();
            return !failure.getMessage().contains("can not be reached");
        }
    }

    /** Each record that comes as it was sent is the next one. */
    private void readToTheFailure(InputGate attacked, Bell rung) {
        GateCursor at = new GateCursor();
        while (true) {
            if (!attacked.poll(at)) {
                rung.await(() -> attacked.poll(at));
            }
            while (at.hasRecord()) {
                int number = (int) at.sequence();
                Object record = at.take();
                if (RECORDS.contains(record)) {
                    assertThat(RECORDS.indexOf(record)).as("record").isEqualTo(number);
                }
            }
            at.takeEvent();
            assertThat(pair.consumers.bufferedBytes()).as("bytes held").isLessThan(MOST_HELD);
        }
    }
}
