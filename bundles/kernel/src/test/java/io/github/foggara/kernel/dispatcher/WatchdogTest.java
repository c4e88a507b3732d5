package io.github.foggara.kernel.dispatcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.kernel.fixture.ManualRuntime;
import io.github.foggara.kernel.runtime.OwnerThread;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class WatchdogTest {

    @Test
    void userCodeMayTakeItsTime() throws Exception {
        try (ManualRuntime runtime = new ManualRuntime()) {
            Watchdog watchdog = new Watchdog(runtime);
            OwnerThread thread = new OwnerThread(runtime, "foggara-coord-x", null, t -> {});
            thread.runsUserCode();
            watchdog.watch(thread);
            thread.start();
            CountDownLatch entered = new CountDownLatch(1);
            CountDownLatch release = new CountDownLatch(1);
            thread.execute(() -> {
                entered.countDown();
                try {
                    release.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            entered.await();
            runtime.advance(Duration.ofSeconds(29));
            assertThat(watchdog.lines()).isEmpty();
            runtime.advance(Duration.ofSeconds(2));
            assertThat(watchdog.lines()).singleElement().asString().contains("foggara-coord-x", "31 s");
            release.countDown();
            thread.stop();
            thread.join(20_000);
        }
    }

    @Test
    void namesAThreadThatIsStuckForMoreThanASecond() throws Exception {
        try (ManualRuntime runtime = new ManualRuntime()) {
            Watchdog watchdog = new Watchdog(runtime);
            OwnerThread thread = new OwnerThread(runtime, "foggara-main-x", null, t -> {});
            watchdog.watch(thread);
            watchdog.start();
            thread.start();
            CountDownLatch entered = new CountDownLatch(1);
            CountDownLatch release = new CountDownLatch(1);
            thread.execute(() -> {
                entered.countDown();
                try {
                    release.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            entered.await();
            runtime.advance(Duration.ofMillis(900));
            assertThat(watchdog.lines()).isEmpty();
            runtime.advance(Duration.ofMillis(500));
            assertThat(watchdog.lines()).singleElement().asString().contains("foggara-main-x", "1 s");
            release.countDown();
            thread.stop();
            thread.join(20_000);
            watchdog.look();
            assertThat(watchdog.lines()).isEmpty();
            watchdog.stop();
            assertThat(runtime.timers()).isZero();
        }
    }
}
