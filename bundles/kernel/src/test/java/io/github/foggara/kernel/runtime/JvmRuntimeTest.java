package io.github.foggara.kernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class JvmRuntimeTest {
    @Test
    void aThreadHasItsLoaderForAsLongAsItLives() throws InterruptedException {
        try (JvmRuntime runtime = new JvmRuntime()) {
            ClassLoader loader = new ClassLoader() {};
            AtomicReference<ClassLoader> seen = new AtomicReference<>();
            Thread thread = runtime.newThread(
                    "t", loader, () -> seen.set(Thread.currentThread().getContextClassLoader()));
            thread.start();
            thread.join();
            assertThat(seen).hasValue(loader);
            assertThat(thread.getContextClassLoader()).isNull();
        }
    }

    @Test
    void aDeadThreadKeepsNothingOfWhatItRan() throws InterruptedException {
        try (JvmRuntime runtime = new JvmRuntime()) {
            Object[] held = {new Object()};
            WeakReference<Object> job = new WeakReference<>(held[0]);
            Thread thread = runtime.newThread("t", null, keeping(held[0]));
            held[0] = null;
            thread.start();
            thread.join();
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
            while (job.get() != null && System.nanoTime() < deadline) {
                System.gc();
            }
            assertThat(job.get()).isNull();
            assertThat(thread.isAlive()).isFalse();
        }
    }

    private static Runnable keeping(Object job) {
        return () -> assertThat(job).isNotNull();
    }
}
