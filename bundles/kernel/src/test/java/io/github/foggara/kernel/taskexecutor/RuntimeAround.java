package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.runtime.Parker;
import io.github.foggara.kernel.runtime.JvmRuntime;

/** The runtime of the JVM, with single methods replaced by a test. */
class RuntimeAround implements EngineRuntime, AutoCloseable {
    private final JvmRuntime jvm = new JvmRuntime();

    @Override
    public Cancellable schedule(long delayNanos, Runnable action) {
        return jvm.schedule(delayNanos, action);
    }

    @Override
    public long nanoTime() {
        return jvm.nanoTime();
    }

    @Override
    public long currentTimeMillis() {
        return jvm.currentTimeMillis();
    }

    @Override
    public Thread newThread(String name, ClassLoader loader, Runnable body) {
        return jvm.newThread(name, loader, body);
    }

    @Override
    public Parker newParker() {
        return jvm.newParker();
    }

    @Override
    public void executeBlocking(Runnable action) {
        jvm.executeBlocking(action);
    }

    @Override
    public void close() {
        jvm.close();
    }
}
