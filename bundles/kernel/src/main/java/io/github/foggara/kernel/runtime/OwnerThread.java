package io.github.foggara.kernel.runtime;

import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.runtime.Parker;
import java.util.ArrayDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that owns a territory and runs what others enqueue, one after the other, in the order of their arrival.
 *
 * <p>Any thread may call {@link #execute} and {@link #schedule}; code of the territory asserts {@link #assertOwner()}.
 */
public final class OwnerThread {
    private static final Logger LOG = LoggerFactory.getLogger(OwnerThread.class);

    private final EngineRuntime runtime;
    private final String name;
    private final Parker parker;
    private final Thread thread;
    private final Consumer<Throwable> onError;
    private final ConcurrentLinkedQueue<Runnable> mails = new ConcurrentLinkedQueue<>();
    private volatile boolean stopping;
    private volatile long busySinceNanos = -1;
    private volatile boolean userCode;

    /**
     * @param onError told on the owner thread what an action threw; the loop goes on
     */
    public OwnerThread(EngineRuntime runtime, String name, ClassLoader loader, Consumer<Throwable> onError) {
        this.runtime = runtime;
        this.name = name;
        this.onError = onError;
        this.parker = runtime.newParker();
        this.thread = runtime.newThread(name, loader, this::loop);
    }

    /** Marks this thread as one that runs code of a job or connector, which may wait for disks and other systems. */
    public void runsUserCode() {
        userCode = true;
    }

    /** Whether an action may take long without anything being wrong with the engine. Any thread. */
    public boolean isPatient() {
        return userCode;
    }

    public void start() {
        thread.start();
    }

    /** Any thread. Actions enqueued after {@link #stop()} are dropped. */
    public void execute(Runnable action) {
        if (!stopping) {
            mails.add(action);
            parker.unpark();
        }
    }

    /** Runs the action on this thread after the delay. */
    public EngineRuntime.Cancellable schedule(long delayNanos, Runnable action) {
        return runtime.schedule(delayNanos, () -> execute(action));
    }

    /** The loop ends after what is enqueued now. Any thread; does not wait. */
    public void stop() {
        execute(() -> stopping = true);
    }

    /** Waits for the end of the loop; from another thread than the owner. */
    public void join(long millis) throws InterruptedException {
        thread.join(millis);
    }

    public Thread thread() {
        return thread;
    }

    /**
     * @throws IllegalStateException on any other thread: a bug
     */
    public void assertOwner() {
        if (Thread.currentThread() != thread) {
            throw new IllegalStateException("Only thread " + name + " may do this, not "
                    + Thread.currentThread().getName());
        }
    }

    /** How long the action in progress has been running, in nanoseconds; 0 if idle. For the watchdog; any thread. */
    public long busyNanos() {
        long since = busySinceNanos;
        return since < 0 ? 0 : Math.max(0, runtime.nanoTime() - since);
    }

    private void loop() {
        ArrayDeque<Runnable> batch = new ArrayDeque<>();
        while (!stopping) {
            Runnable next;
            while ((next = mails.poll()) != null) {
                batch.add(next);
            }
            if (batch.isEmpty()) {
                // What an action left behind would keep the thread from sleeping.
                Thread.interrupted();
                parker.park();
                continue;
            }
            while ((next = batch.poll()) != null) {
                run(next);
                runtime.yieldPoint();
            }
        }
    }

    private void run(Runnable action) {
        busySinceNanos = Math.max(0, runtime.nanoTime());
        try {
            action.run();
        } catch (Throwable t) {
            failed(t);
        } finally {
            busySinceNanos = -1;
        }
    }

    private void failed(Throwable thrown) {
        try {
            onError.accept(thrown);
        } catch (Throwable again) {
            // The thrown may be a user's, and not even its text can be relied on; the loop must go on.
            LOG.error(
                    "{} could not tell of a failed action: {} after {}",
                    name,
                    again.getClass().getName(),
                    thrown.getClass().getName());
        }
    }
}
