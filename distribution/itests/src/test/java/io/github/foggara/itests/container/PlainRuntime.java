package io.github.foggara.itests.container;

import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.runtime.Parker;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Java's own threads and clock, for a test that opens what the kernel would open. */
public final class PlainRuntime implements EngineRuntime, AutoCloseable {
    private final ScheduledExecutorService pool =
            Executors.newScheduledThreadPool(1, body -> newThread("itest-pool", null, body));

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public long currentTimeMillis() {
        return System.currentTimeMillis();
    }

    @Override
    public Thread newThread(String name, ClassLoader loader, Runnable body) {
        Thread thread = new Thread(null, body, name, 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(loader);
        return thread;
    }

    @Override
    public Parker newParker() {
        throw new UnsupportedOperationException("nobody parks here");
    }

    @Override
    public Cancellable schedule(long delayNanos, Runnable action) {
        ScheduledFuture<?> timer = pool.schedule(action, delayNanos, TimeUnit.NANOSECONDS);
        return () -> timer.cancel(false);
    }

    @Override
    public void executeBlocking(Runnable action) {
        pool.execute(action);
    }

    @Override
    public void close() {
        pool.shutdownNow();
    }
}
