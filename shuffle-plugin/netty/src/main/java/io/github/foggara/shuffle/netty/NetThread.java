package io.github.foggara.shuffle.netty;

import io.netty.util.concurrent.EventExecutor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/**
 * The net thread that owns something: all that is done to it is done there, in the order of the calls of each thread. What is thrown goes to the
 * owner's handler and never into the thread. Thread-safe.
 */
final class NetThread {
    private final EventExecutor loop;
    private final Consumer<Throwable> failed;

    /**
     * @param failed called by the net thread with what an action has thrown
     */
    NetThread(EventExecutor loop, Consumer<Throwable> failed) {
        this.loop = loop;
        this.failed = failed;
    }

    /** Runs it: now if the caller is this thread, else later; not at all once the network is closed. Never blocks. */
    void execute(Runnable action) {
        if (loop.inEventLoop()) {
            run(action);
            return;
        }
        try {
            loop.execute(() -> run(action));
        } catch (RejectedExecutionException e) {
            // The network is closed, and what belongs to this thread has ended with it.
            return;
        }
    }

    private void run(Runnable action) {
        try {
            action.run();
        } catch (Throwable t) {
            failed.accept(t);
        }
    }

    /** For an assertion. */
    boolean here() {
        return loop.inEventLoop();
    }
}
