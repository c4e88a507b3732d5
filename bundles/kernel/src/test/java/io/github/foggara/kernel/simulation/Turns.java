package io.github.foggara.kernel.simulation;

import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.runtime.Parker;
import io.github.foggara.testkit.runtime.SimulatedProcess;

/** A process that dies at a certain turn of its threads. */
final class Turns implements EngineRuntime {
    private final SimulatedProcess process;
    private final int last;
    private int turns;

    /**
     * @param last 0 for never
     */
    Turns(SimulatedProcess process, int last) {
        this.process = process;
        this.last = last;
    }

    int turns() {
        return turns;
    }

    @Override
    public void yieldPoint() {
        if (++turns == last) {
            process.kill();
        }
        process.yieldPoint();
    }

    @Override
    public long nanoTime() {
        return process.nanoTime();
    }

    @Override
    public long currentTimeMillis() {
        return process.currentTimeMillis();
    }

    @Override
    public Thread newThread(String name, ClassLoader loader, Runnable body) {
        return process.newThread(name, loader, body);
    }

    @Override
    public Parker newParker() {
        return process.newParker();
    }

    @Override
    public Cancellable schedule(long delayNanos, Runnable action) {
        return process.schedule(delayNanos, action);
    }

    @Override
    public void executeBlocking(Runnable action) {
        process.executeBlocking(action);
    }

    @Override
    public long randomBits() {
        return process.randomBits();
    }
}
