package io.github.foggara.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class CancellationTest {
    private final Cancellation cancellation = new Cancellation();

    @Test
    void interruptsTheJobAndWaitsForTheCleaning() throws Exception {
        CountDownLatch inJob = new CountDownLatch(1);
        AtomicBoolean interrupted = new AtomicBoolean();
        Thread main = new Thread(() -> {
            cancellation.enter();
            try {
                inJob.countDown();
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.set(true);
            } finally {
                cancellation.leave();
            }
            cancellation.done();
        });
        main.start();
        assertThat(inJob.await(10, TimeUnit.SECONDS)).isTrue();

        cancellation.request();

        main.join();
        assertThat(interrupted).isTrue();
    }

    @Test
    void aJobIsNotEnteredAfterARequest() throws Exception {
        Thread hook = new Thread(cancellation::request);
        hook.start();
        while (cancellation.enter()) {
            cancellation.leave();
        }
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThat(hook.isAlive()).isTrue();

        cancellation.done();
        hook.join();
    }
}
