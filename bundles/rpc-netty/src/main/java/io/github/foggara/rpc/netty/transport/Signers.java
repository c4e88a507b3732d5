package io.github.foggara.rpc.netty.transport;

import io.github.foggara.api.runtime.EngineRuntime;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A few threads that do the operations with keys of TLS handshakes: some take milliseconds, in which a net thread would serve nobody. What
 * does not fit into their queue is rejected, and ends the handshake it was for. Thread-safe.
 */
final class Signers implements Executor, AutoCloseable {
    private static final int THREADS = 2;
    /** One operation at a time of each connection in the handshake, those of ours included. */
    private static final int WAITING = 4 * Strangers.MOST;

    private static final long IDLE_SECONDS = 10;
    private static final long END_SECONDS = 3;

    private final ThreadPoolExecutor pool;

    Signers(EngineRuntime runtime, String name) {
        AtomicInteger number = new AtomicInteger();
        pool = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(WAITING),
                body -> runtime.newThread("foggara-net-" + name + "-tls-" + number.incrementAndGet(), null, body));
        pool.allowCoreThreadTimeOut(true);
    }

    @Override
    public void execute(Runnable operation) {
        pool.execute(operation);
    }

    /** Blocks until its threads have ended, for three seconds at most. */
    @Override
    public void close() {
        pool.shutdownNow();
        try {
            pool.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
