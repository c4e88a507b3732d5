package io.github.foggara.kernel.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.PluginInfo;
import io.github.foggara.kernel.runtime.JvmRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class LeasingPluginRegistryTest {
    private final JvmRuntime runtime = new JvmRuntime();
    private final LeasingPluginRegistry registry = new LeasingPluginRegistry(runtime, Duration.ofSeconds(20));

    @AfterEach
    void close() {
        runtime.close();
    }

    @Test
    void theHighestRankingIsLeasedThenTheFirst() {
        registry.register(CharSequence.class, "a", "low", 0, "low");
        registry.register(CharSequence.class, "a", "high", 5, "high");
        registry.register(CharSequence.class, "a", "late", 5, "late");
        assertThat(registry.lease(CharSequence.class, "a").orElseThrow().service())
                .isEqualTo("high");
        assertThat(registry.lease(CharSequence.class, "b")).isEmpty();
        assertThat(registry.lease(Runnable.class, "a")).isEmpty();
        assertThat(registry.names(CharSequence.class)).containsExactly("a");
    }

    @Test
    void leasesAreCountedOnceHoweverOftenTheyAreClosed() {
        registry.register(CharSequence.class, "a", "b/1", 0, "s");
        Lease<CharSequence> first = registry.lease(CharSequence.class, "a").orElseThrow();
        Lease<CharSequence> second = registry.lease(CharSequence.class, "a").orElseThrow();
        first.close();
        first.close();
        assertThat(registry.plugins()).containsExactly(new PluginInfo("CharSequence", "a", "b/1", 1));
        second.close();
        assertThat(registry.plugins()).containsExactly(new PluginInfo("CharSequence", "a", "b/1", 0));
        assertThat(first.bundle()).isEqualTo("b/1");
    }

    @Test
    void aLeavingPluginWaitsForItsLeasesAndGivesOutNone() throws Exception {
        registry.register(CharSequence.class, "a", "b/1", 0, "s");
        Lease<CharSequence> lease = registry.lease(CharSequence.class, "a").orElseThrow();
        CountDownLatch told = new CountDownLatch(1);
        registry.onChange(told::countDown);
        FutureTask<Boolean> leaving = new FutureTask<>(() -> registry.unregister(CharSequence.class, "a", "s"));
        runtime.newThread("stopping", null, leaving).start();
        told.await();
        assertThat(registry.leaving(lease)).isTrue();
        assertThat(registry.lease(CharSequence.class, "a")).isEmpty();
        assertThat(registry.names(CharSequence.class)).isEmpty();
        assertThat(leaving.isDone()).isFalse();
        lease.close();
        assertThat(leaving.get(20, TimeUnit.SECONDS)).isTrue();
        assertThat(registry.plugins()).isEmpty();
    }

    @Test
    void theWaitIsBounded() {
        LeasingPluginRegistry impatient = new LeasingPluginRegistry(runtime, Duration.ofMillis(20));
        impatient.register(CharSequence.class, "a", "b/1", 0, "s");
        Lease<CharSequence> lease = impatient.lease(CharSequence.class, "a").orElseThrow();
        assertThat(impatient.unregister(CharSequence.class, "a", "s")).isFalse();
        assertThat(impatient.plugins()).isEmpty();
        lease.close();
    }

    @Test
    void whatWasNeverThereLeavesAtOnce() {
        assertThat(registry.unregister(CharSequence.class, "a", "s")).isTrue();
    }

    @Test
    void listenersHearUntilTheyAreClosedAndCannotDisturb() throws Exception {
        List<String> heard = new ArrayList<>();
        registry.onChange(() -> {
            throw new IllegalStateException("a bad listener");
        });
        AutoCloseable listening = registry.onChange(() -> heard.add("change"));
        registry.register(CharSequence.class, "a", "b/1", 0, "s");
        registry.unregister(CharSequence.class, "a", "s");
        listening.close();
        registry.register(CharSequence.class, "a", "b/1", 0, "s");
        assertThat(heard).hasSize(2);
    }
}
