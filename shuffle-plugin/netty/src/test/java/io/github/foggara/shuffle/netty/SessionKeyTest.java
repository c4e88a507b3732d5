package io.github.foggara.shuffle.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.rpc.ContainerId;
import io.github.foggara.api.shuffle.ChannelEvent.EndOfData;
import io.github.foggara.api.shuffle.ResultPartition;
import io.github.foggara.shuffle.local.Inlet;
import io.github.foggara.testkit.shuffle.Bell;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A member of the cluster that calls itself as another one does neither goes on with that one's session nor disturbs it. */
@ExtendWith(LeakCheck.class)
@Timeout(60)
class SessionKeyTest {
    private static final long CREDIT = 1 << 20;

    private final Pair pair = new Pair(Map.of());

    @AfterEach
    void close() {
        pair.close();
    }

    private static byte[] anyProof() {
        return SessionKey.newProof(new LiveRuntime());
    }

    private long stale() {
        return pair.producers.counters().stale().get();
    }

    private static void append(ResultPartition partition, long from, long to) {
        for (long i = from; i < to; i++) {
            partition.append(0, i, 16);
        }
        partition.flush();
    }

    /** Tries all that a reader can say of view 0. */
    private void assertKnowsNoView(RawReader thief) throws Exception {
        long before = stale();
        Wire.resume(thief.link(), 0, 0, 0, CREDIT);
        assertThat(thief.await(Wire.FAILED).view()).isZero();
        assertThat(stale()).as("refused, and counted").isEqualTo(before + 1);
        Wire.credit(thief.link(), 0, Inlet.OVERHEAD, CREDIT);
        Wire.plain(thief.link(), Wire.DATA_PROCESSED, 0);
        Wire.detach(thief.link(), 0, Inlet.OVERHEAD);
        thief.await(Wire.DETACHED);
        thief.leave();
    }

    @Test
    void anotherProofOpensAnotherSession() throws Exception {
        try (RawReader reader = new RawReader(pair);
                RawReader other = new RawReader(pair)) {
            ResultPartition partition = pair.partition(0, 1, new Bell());
            reader.attach(0, 0, 0, CREDIT);
            append(partition, 0, 3);
            reader.await(Wire.BATCH);
            partition.broadcast(new EndOfData(true));
            reader.await(Wire.EVENT);
            long held = pair.producers.counters().sending().get();

            byte[] nearly = reader.proof().clone();
            nearly[SessionKey.BYTES - 1] ^= 1;
            for (byte[] wrong : List.of(anyProof(), nearly, new byte[SessionKey.BYTES], other.proof())) {
                try (RawReader thief = new RawReader(pair, reader.process(), wrong)) {
                    assertKnowsNoView(thief);
                }
            }
            reader.settle();
            assertThat(reader.link().isOpen()).as("the right connection").isTrue();
            assertThat(pair.producers.counters().sending().get())
                    .as("not claimed")
                    .isEqualTo(held);
            assertThat(partition.allDataProcessed()).isFalse();

            reader.breakConnection();
            reader.connect();
            Wire.resume(reader.link(), 0, 0, 0, CREDIT);
            assertThat(reader.await(Wire.BATCH).view()).as("all of it, again").isZero();
            reader.await(Wire.EVENT);
            Wire.plain(reader.link(), Wire.DATA_PROCESSED, 0);
            reader.settle();
            assertThat(partition.allDataProcessed()).isTrue();
        }
    }

    @Test
    void theProofOfAnotherProcessOpensNothing() throws Exception {
        try (RawReader reader = new RawReader(pair)) {
            reader.attach(0, 0, 0, CREDIT);
            reader.await(Wire.ATTACHED);
            try (RawReader thief = new RawReader(pair, ContainerId.random(new LiveRuntime()), reader.proof())) {
                assertKnowsNoView(thief);
            }
            reader.settle();
            assertThat(reader.link().isOpen()).isTrue();
        }
    }

    @Test
    void aConnectionThatShowsNoProofIsCutOff() throws Exception {
        try (RawReader reader = new RawReader(pair)) {
            ResultPartition partition = pair.partition(0, 1, new Bell());
            reader.attach(0, 0, 0, CREDIT);
            reader.await(Wire.ATTACHED);
            byte[] longer = Arrays.copyOf(reader.proof(), SessionKey.BYTES + 1);
            byte[] shorter = Arrays.copyOf(reader.proof(), SessionKey.BYTES - 1);
            for (byte[] wrong : new byte[][] {null, new byte[0], shorter, longer}) {
                long before = stale();
                try (RawReader thief = new RawReader(pair, reader.process(), wrong)) {
                    Wire.resume(thief.link(), 0, 0, 0, CREDIT);
                    assertThat(thief.awaitDown()).isTrue();
                    assertThat(thief.downWhy()).contains("shows the key of its session");
                    assertThat(stale()).isEqualTo(before + 1);
                }
            }
            assertThat(pair.producers.startedNetwork().consumers().connections())
                    .isEqualTo(1);
            append(partition, 0, 3);
            assertThat(reader.await(Wire.BATCH).view()).isZero();
        }
    }

    @Test
    void nobodyWhoReadsNoticesWhoCallsHimselfAsHeDoes() throws Exception {
        Traffic traffic = Traffic.ofNumbers(pair);
        traffic.produce(0, 1, 20_000);
        traffic.consume(0, 1);
        ContainerId victim = Location.decode(pair.consumers.location()).life();
        int thieves = 0;
        while (traffic.running()) {
            try (RawReader thief = new RawReader(pair, victim, anyProof())) {
                assertKnowsNoView(thief);
                thieves++;
            }
        }
        traffic.finish(20_000);
        assertThat(thieves).isPositive();
    }
}
