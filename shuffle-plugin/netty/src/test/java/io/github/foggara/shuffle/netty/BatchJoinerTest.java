package io.github.foggara.shuffle.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class BatchJoinerTest {
    private static final int LIMIT = 1 << 20;

    private final AtomicLong held = new AtomicLong();
    private final BatchJoiner joiner = new BatchJoiner(LIMIT, held);

    private static ByteBuf bytes(int count) {
        return Unpooled.wrappedBuffer(new byte[count]);
    }

    @Test
    void framesOfAnySizeJoin() {
        Random random = new Random(5);
        for (int round = 0; round < 200; round++) {
            byte[] all = new byte[1 + random.nextInt(300_000)];
            random.nextBytes(all);
            int sent = 1 + random.nextInt(all.length);
            EncodedBatch batch = joiner.first(1, all.length, Unpooled.wrappedBuffer(all, 0, sent));
            while (batch == null) {
                int more = 1 + random.nextInt(all.length - sent);
                batch = joiner.more(Unpooled.wrappedBuffer(all, sent, more));
                sent += more;
            }
            assertThat(batch.encoded()).isEqualTo(all);
            assertThat(joiner.begun()).isFalse();
            assertThat(held.getAndSet(0)).isEqualTo(all.length);
        }
    }

    @Test
    void whatIsAnnouncedIsNotAllocated() {
        assertThat(joiner.first(1, LIMIT, bytes(1))).isNull();
        assertThat(joiner.allocated()).isLessThanOrEqualTo(64 * 1024);
        assertThat(held.get()).isEqualTo(1);
        joiner.drop();
        assertThat(held.get()).isZero();
    }

    @Test
    void impossibleAnnouncementsAreRefused() {
        for (int[] bad : new int[][] {{0, 1}, {-1, 10}, {11, 10}, {1, -1}, {Integer.MAX_VALUE, 5}}) {
            assertThatThrownBy(() -> joiner.first(bad[0], bad[1], bytes(1))).isInstanceOf(ProtocolException.class);
        }
        assertThatThrownBy(() -> joiner.more(bytes(1))).isInstanceOf(ProtocolException.class);
        assertThatThrownBy(() -> joiner.first(1, LIMIT + 1, bytes(1)))
                .as("the other side may have another limit")
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void moreThanWasAnnouncedIsRefused() {
        assertThat(joiner.first(2, 10, bytes(4))).isNull();
        assertThatThrownBy(() -> joiner.more(bytes(7))).isInstanceOf(ProtocolException.class);
        assertThatThrownBy(() -> joiner.more(bytes(0))).isInstanceOf(ProtocolException.class);
    }
}
