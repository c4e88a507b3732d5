package io.github.foggara.rpc.netty.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.testkit.runtime.ManualRuntime;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class EventLoopsTest {
    @Test
    void aNetThreadThatIsHeldUpDoesNotHoldUpWhoCloses() throws InterruptedException {
        EventLoops loops = EventLoops.open(new ManualRuntime(), "held", 1);
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        loops.group().execute(() -> {
            held.countDown();
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        held.await();
        assertThat(loops.close(50)).isFalse();
        release.countDown();
        assertThat(loops.group().terminationFuture().await(30, TimeUnit.SECONDS))
                .isTrue();
        assertThat(loops.close(1)).isTrue();
    }
}
