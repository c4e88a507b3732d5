package io.github.foggara.launcher;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C and SIGTERM while one job runs. The job's thread is interrupted, but only inside the job: the framework does not
 * take an interrupt well while it starts or stops. The process then stays until it has cleaned up behind itself.
 */
final class Cancellation {
    private static final long PATIENCE_SECONDS = 30;
    private final CountDownLatch cleaned = new CountDownLatch(1);
    private Thread job;
    private boolean requested;

    /** From now on a request reaches this process. */
    void install() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::request, "foggara-cancel"));
    }

    /** The calling thread enters the job; false if it should not, because the user has cancelled already. */
    synchronized boolean enter() {
        if (requested) {
            return false;
        }
        job = Thread.currentThread();
        return true;
    }

    /** The calling thread has left the job; what an interrupt left behind is cleared. */
    synchronized void leave() {
        job = null;
        Thread.interrupted();
    }

    /** Everything is cleaned up; the process may end. */
    void done() {
        cleaned.countDown();
    }

    /** What the shutdown hook does: blocks until {@link #done}, bounded. */
    void request() {
        synchronized (this) {
            requested = true;
            if (job != null) {
                job.interrupt();
            }
        }
        try {
            if (!cleaned.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                System.err.println("foggara: the job did not end within " + PATIENCE_SECONDS + " s; leaving it");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
