package io.github.foggara.itests.window;

import io.github.foggara.api.function.MapFunction;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** Lets records drip through until it is opened, and throws at one of them when it is told to. Known to its job by a name. */
final class Valve {
    private static final Map<String, Valve> KNOWN = new ConcurrentHashMap<>();
    private static final long PAUSE_NANOS = 1_000_000;

    private final Semaphore passed = new Semaphore(0);
    private final Semaphore crashes = new Semaphore(0);
    private final AtomicBoolean armed = new AtomicBoolean();
    private volatile boolean open;

    static Valve of(String name) {
        return KNOWN.computeIfAbsent(name, n -> new Valve());
    }

    /** Waits for so many records more. */
    void awaitRecords(int count) throws InterruptedException {
        passed.drainPermits();
        if (!passed.tryAcquire(count, LocalEngine.LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("no " + count + " records more within " + LocalEngine.LIMIT);
        }
    }

    /** The next record fails its task; waits for it. */
    void crash() throws InterruptedException {
        armed.set(true);
        if (!crashes.tryAcquire(LocalEngine.LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("no record came within " + LocalEngine.LIMIT);
        }
    }

    void open() {
        open = true;
    }

    private void pass() {
        passed.release();
        if (armed.compareAndSet(true, false)) {
            crashes.release();
            throw new IllegalStateException("crash");
        }
        if (!open) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** Records as they are. */
    static final class Through<T> implements MapFunction<T, T> {
        private static final long serialVersionUID = 1L;

        private final String name;
        private transient Valve valve;

        Through(String name) {
            this.name = name;
        }

        @Override
        public void open(io.github.foggara.api.function.RuntimeContext context) {
            valve = Valve.of(name);
        }

        @Override
        public T map(T record) {
            valve.pass();
            return record;
        }
    }
}
