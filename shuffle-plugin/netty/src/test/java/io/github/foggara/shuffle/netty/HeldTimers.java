package io.github.foggara.shuffle.netty;

import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.runtime.Parker;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Real time, but timers of one length are kept for the test, which runs them when it likes. */
final class HeldTimers implements EngineRuntime {
    private static final int SECONDS = 30;

    private final EngineRuntime live = new LiveRuntime();
    private final long held;
    private final BlockingQueue<Runnable> timers = new LinkedBlockingQueue<>();

    HeldTimers(Duration length) {
        this.held = length.toNanos();
    }

    /** The next timer that was set and not taken yet. */
    Runnable await() throws InterruptedException {
        Runnable timer = timers.poll(SECONDS, TimeUnit.SECONDS);
        if (timer == null) {
            throw new AssertionError("No timer was set in " + SECONDS + " seconds");
        }
        return timer;
    }

    @Override
    public Cancellable schedule(long delayNanos, Runnable action) {
        if (delayNanos != held) {
            return live.schedule(delayNanos, action);
        }
        timers.add(action);
        return () -> {};
    }

    @Override
    public long nanoTime() {
        return live.nanoTime();
    }

    @Override
    public long currentTimeMillis() {
        return live.currentTimeMillis();
    }

    @Override
    public Thread newThread(String name, ClassLoader loader, Runnable body) {
        return live.newThread(name, loader, body);
    }

    @Override
    public Parker newParker() {
        return live.newParker();
    }

    @Override
    public void executeBlocking(Runnable action) {
        live.executeBlocking(action);
    }
}
