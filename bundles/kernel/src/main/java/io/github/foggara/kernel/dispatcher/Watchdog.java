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

/** Names main and coord threads that have been in one action for more than a second. Any thread. */
public final class Watchdog {
    private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(1);
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
            if (thread.busyNanos() > LIMIT_NANOS && thread.thread().isAlive()) {
                lines.add(words(thread));
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
            boolean stuck = thread.busyNanos() > LIMIT_NANOS;
            if (stuck && !entry.getValue()) {
                LOG.warn("{}", words(thread));
            }
            threads.computeIfPresent(thread, (t, before) -> stuck);
        }
    }

    private static String words(OwnerThread thread) {
        StackTraceElement[] stack = thread.thread().getStackTrace();
        return "Thread " + thread.thread().getName() + " has been busy with one thing for "
                + TimeUnit.NANOSECONDS.toSeconds(thread.busyNanos()) + " s"
                + (stack.length == 0 ? "" : ", now at " + stack[0]);
    }
}
