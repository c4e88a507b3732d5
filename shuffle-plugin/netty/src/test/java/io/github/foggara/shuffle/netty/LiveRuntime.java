package io.github.foggara.shuffle.netty;

import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.runtime.Parker;
import io.github.foggara.testkit.runtime.ManualRuntime;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Real time, for sockets that break at a moment nobody knows. */
final class LiveRuntime implements EngineRuntime {
    private static final ScheduledThreadPoolExecutor TIMERS = new ScheduledThreadPoolExecutor(1, body -> {
        Thread thread = new Thread(body, "test-timers");
        thread.setDaemon(true);
        return thread;
    });

    private final ManualRuntime threads = new ManualRuntime();

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
        return threads.newThread(name, loader, body);
    }

    @Override
    public Parker newParker() {
        return threads.newParker();
    }

    @Override
    public Cancellable schedule(long delayNanos, Runnable action) {
        Future<?> timer = TIMERS.schedule(action, delayNanos, TimeUnit.NANOSECONDS);
        return () -> timer.cancel(false);
    }

    @Override
    public void executeBlocking(Runnable action) {
        TIMERS.execute(action);
    }
}
