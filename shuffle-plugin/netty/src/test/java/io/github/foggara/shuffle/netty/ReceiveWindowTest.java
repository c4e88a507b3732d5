package io.github.foggara.shuffle.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ReceiveWindowTest {
    private static final long OWN = 1_000;

    private final AtomicLong floating = new AtomicLong();
    private final ReceiveWindow window = new ReceiveWindow(OWN, 1 << 20, floating);

    @Test
    void itDoesNotGrowForAReaderThatIsBehind() {
        long claimed = 0;
        for (int i = 0; i < 100; i++) {
            // The producer always fills it, and the reader takes the half of it at a time.
            long received = window.granted();
            window.blocked();
            claimed += OWN / 2;
            window.claimed(claimed, received);
        }
        assertThat(floating).hasValue(0);
        assertThat(window.granted()).isEqualTo(claimed + OWN);
    }

    @Test
    void itGrowsForAReaderThatHasReadAllWhileItsProducerWaits() {
        for (int i = 0; i < 20; i++) {
            long received = window.granted();
            window.blocked();
            window.claimed(received, received);
        }
        assertThat(floating).hasValue((NettyShuffleOptions.LARGEST_WINDOW - 1) * OWN);
        window.close();
        assertThat(floating).hasValue(0);
    }

    @Test
    void itDoesNotGrowWhileItsProducerHasNoMore() {
        for (int i = 1; i <= 100; i++) {
            window.claimed(i * OWN, i * OWN);
        }
        assertThat(floating).hasValue(0);
    }

    @Test
    void claimsAreToldInLargeStepsUnlessSomebodyWaits() {
        assertThat(window.next(100)).isEqualTo(OWN / 2);
        window.blocked();
        assertThat(window.next(100)).isEqualTo(100);
        window.claimed(100, 100);
        assertThat(window.next(300)).isEqualTo(100 + OWN / 2);
        window.late();
        // Whoever reads slowly has not read all of it, but something.
        assertThat(window.next(300)).isEqualTo(101);
        window.claimed(200, 300);
        assertThat(window.next(300)).isEqualTo(200 + OWN / 2);
    }

    @Test
    void whatAllAreLentIsBounded() {
        ReceiveWindow narrow = new ReceiveWindow(OWN, 2 * OWN, floating);
        for (int i = 0; i < 20; i++) {
            narrow.blocked();
            narrow.claimed(narrow.granted(), narrow.granted());
        }
        assertThat(floating).hasValue(OWN);
    }
}
