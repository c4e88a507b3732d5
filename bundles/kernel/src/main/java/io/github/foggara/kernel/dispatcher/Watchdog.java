package io.github.foggara.kernel.dispatcher;

import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.kernel.runtime.OwnerThread;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Names threads that have been in one action for too long: a second for the engine's own threads, which never wait, half a
 * minute for those that run user code, which may wait for disks and other systems. Any thread.
 */
public final class Watchdog {
    private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long USER_CODE_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final EngineRuntime runtime;
    /** The value is whether it was found stuck at the last look. */
    private final Map<OwnerThread, Boolean> threads = new ConcurrentHashMap<>();

    private volatile boolean stopped;
    private volatile EngineRuntime.Cancellable next;

    public Watchdog(EngineRuntime runtime) {
        this.runtime = runtime;
    }

    public void watch(OwnerThread thread) {
        threads.put(thread, false);
    }

    public void start() {
        next = runtime.schedule(INTERVAL_NANOS, this::tick);
    }

    public void stop() {
        stopped = true;
        if (next != null) {
            next.cancel();
        }
        threads.clear();
    }

    /** One line for each thread that is stuck now. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (OwnerThread thread : threads.keySet()) {
            long busyNanos = thread.busyNanos();
            if (tooLong(thread, busyNanos) && thread.thread().isAlive()) {
                lines.add(words(thread, busyNanos));
            }
        }
        lines.sort(null);
        return lines;
    }

    private void tick() {
        look();
        if (!stopped) {
            next = runtime.schedule(INTERVAL_NANOS, this::tick);
        }
    }

    /** Looks once at all threads; each one that has become stuck is logged, once. */
    void look() {
        for (Map.Entry<OwnerThread, Boolean> entry : threads.entrySet()) {
            OwnerThread thread = entry.getKey();
            if (thread.thread().getState() == Thread.State.TERMINATED) {
                threads.remove(thread);
                continue;
            }
            long busyNanos = thread.busyNanos();
            boolean stuck = tooLong(thread, busyNanos);
            if (stuck && !entry.getValue()) {
                LOG.warn("{}", words(thread, busyNanos));
            }
            threads.computeIfPresent(thread, (t, before) -> stuck);
        }
    }

    private static boolean tooLong(OwnerThread thread, long busyNanos) {
        return busyNanos > (thread.isPatient() ? USER_CODE_LIMIT_NANOS : LIMIT_NANOS);
    }

    /** The time is the one that was found too long: until now the thread may have gone on. */
    private static String words(OwnerThread thread, long busyNanos) {
        StackTraceElement[] stack = thread.thread().getStackTrace();
        return "Thread " + thread.thread().getName() + " has been busy with one thing for "
                + TimeUnit.NANOSECONDS.toSeconds(busyNanos) + " s"
                + (stack.length == 0 ? "" : ", now at " + stack[0]);
    }
}
