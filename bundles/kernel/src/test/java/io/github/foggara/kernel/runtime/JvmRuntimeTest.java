package io.github.foggara.kernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;

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
}
