package io.github.foggara.testkit.runtime;

import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.runtime.Parker;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A process in a simulation. What is started on it dies at once when it is killed: its threads are never scheduled again, its timers
 * and io actions neither begin nor go on, as if the power had failed. The threads unwind when the simulation is over, so what they
 * had begun is not undone before, and whoever waits for one of them waits in vain.
 *
 * <p>A thread that stands inside a monitor is killed there as well; so two processes share only what is locked for no
 * longer than until the next call of the seam. The origin of {@link #nanoTime} is the process's own. Thread-safe.
 */
public final class SimulatedProcess implements EngineRuntime {
    private static final long ORIGINS_APART_NANOS = TimeUnit.DAYS.toNanos(1000);

    private final SimulatedRuntime runtime;
    private final Baton baton;
    private final String name;
    private final long origin;
    private final SimulatedTimer timer;
    private final AtomicInteger ioThreads = new AtomicInteger();
    /** Guarded by the baton's monitor. */
    boolean dead;

    SimulatedProcess(SimulatedRuntime runtime, Baton baton, String name, int number) {
        this.runtime = runtime;
        this.baton = baton;
        this.name = name;
        this.origin = number * ORIGINS_APART_NANOS;
        this.timer = new SimulatedTimer(baton, this);
    }

    public String name() {
        return name;
    }

    /** Ends it. Called by one of its own threads, it does not return. Idempotent. */
    public void kill() {
        baton.kill(this);
    }

    public boolean killed() {
        return baton.dead(this);
    }

    @Override
    public long nanoTime() {
        return origin + baton.nanos();
    }

    @Override
    public long currentTimeMillis() {
        return runtime.currentTimeMillis();
    }

    @Override
    public Thread newThread(String threadName, ClassLoader loader, Runnable body) {
        return baton.newThread(this, threadName, loader, body);
    }

    @Override
    public Parker newParker() {
        return new SimulatedParker(baton);
    }

    @Override
    public Cancellable schedule(long delayNanos, Runnable action) {
        return timer.schedule(delayNanos, action);
    }

    @Override
    public void executeBlocking(Runnable action) {
        baton.newThread(this, name + "-io-" + ioThreads.getAndIncrement(), null, action)
                .start();
    }

    @Override
    public long randomBits() {
        return runtime.randomBits();
    }

    @Override
    public void yieldPoint() {
        baton.pause('y');
    }

    @Override
    public String toString() {
        return name;
    }
}
