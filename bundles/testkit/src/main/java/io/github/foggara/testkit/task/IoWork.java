package io.github.foggara.testkit.task;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * An io pool that works only when the test says so: one piece at a time, on a thread of its own, while the caller waits. So work
 * that touches what belongs to the task thread is found by what checks its thread, and a run repeats itself.
 */
public final class IoWork implements AutoCloseable {
    private final ExecutorService thread = Executors.newSingleThreadExecutor(work -> {
        Thread made = new Thread(work, "harness-io");
        made.setDaemon(true);
        return made;
    });
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private long done;

    /** Any thread. */
    synchronized void add(Runnable work) {
        waiting.add(work);
    }

    private synchronized Runnable next() {
        return waiting.poll();
    }

    /** Pieces that wait. */
    public synchronized int waiting() {
        return waiting.size();
    }

    /** Pieces that were done. */
    public long done() {
        return done;
    }

    /**
     * Does the piece that waits longest.
     *
     * @return false if none waits
     */
    public boolean runOne() {
        Runnable work = next();
        if (work == null) {
            return false;
        }
        call(work);
        done++;
        return true;
    }

    /** Does all that waits, and what that adds. */
    public void runAll() {
        boolean more = true;
        while (more) {
            more = runOne();
        }
    }

    /** Runs this on the io thread, before all that waits. */
    void call(Runnable work) {
        Future<?> piece = thread.submit(work);
        try {
            piece.get();
        } catch (ExecutionException e) {
            throw new AssertionError("Work on the io pool must keep its failures to itself", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        thread.shutdown();
    }
}
