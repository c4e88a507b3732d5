package io.github.foggara.testkit.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.runtime.Parker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ManualRuntimeTest {
    private final ManualRuntime runtime = new ManualRuntime();

    @Test
    void runsTimersAtTheirTime() {
        List<Long> times = new ArrayList<>();
        runtime.schedule(Duration.ofSeconds(2).toNanos(), () -> times.add(runtime.currentTimeMillis()));
        runtime.schedule(Duration.ofSeconds(1).toNanos(), () -> {
            times.add(runtime.currentTimeMillis());
            runtime.schedule(Duration.ofMillis(500).toNanos(), () -> times.add(runtime.currentTimeMillis()));
        });
        runtime.schedule(0, () -> times.add(-1L)).cancel();
        runtime.advance(Duration.ofMillis(999));
        assertThat(times).isEmpty();
        runtime.advance(Duration.ofSeconds(5));
        assertThat(times).containsExactly(1_000L, 1_500L, 2_000L);
        assertThat(runtime.currentTimeMillis()).isEqualTo(5_999);
        assertThat(runtime.timers()).isZero();
    }

    @Test
    void runsBlockingWorkWhenTold() {
        List<String> ran = new ArrayList<>();
        runtime.executeBlocking(() -> {
            ran.add("first");
            runtime.executeBlocking(() -> ran.add("second"));
        });
        assertThat(ran).isEmpty();
        assertThat(runtime.runBlocking()).isEqualTo(2);
        assertThat(ran).containsExactly("first", "second");
    }

    @Test
    void aParkerKeepsOnePermit() {
        Parker parker = runtime.newParker();
        parker.unpark();
        parker.unpark();
        parker.park();
        long before = System.nanoTime();
        parker.parkNanos(Duration.ofMillis(20).toNanos());
        assertThat(System.nanoTime() - before)
                .isGreaterThan(Duration.ofMillis(15).toNanos());
    }
}
