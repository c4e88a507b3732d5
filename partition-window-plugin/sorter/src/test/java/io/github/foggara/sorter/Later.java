package io.github.foggara.sorter;

import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/** Background work on the thread of the test: it begins when it is waited for, so everything always takes the same course. */
final class Later implements Executor, Waiting {
    final ArrayDeque<Runnable> work = new ArrayDeque<>();
    /** Thrown by the wait with this number, from 1; 0: none. */
    int canceledAt;

    int waits;
    /** What happens elsewhere when nothing is left to do here; once. */
    Runnable onIdle;
    /** Set by what is done here: whoever waits for it has gone before it ends. */
    boolean gone;

    @Override
    public void execute(Runnable piece) {
        work.add(piece);
    }

    @Override
    public <T> T await(CompletionStage<T> stage) throws Exception {
        if (++waits == canceledAt) {
            throw new InterruptedException("cancelled at wait " + waits);
        }
        CompletableFuture<T> future = stage.toCompletableFuture();
        while (!future.isDone()) {
            Runnable next = work.isEmpty() ? onIdle : work.poll();
            if (next == onIdle) {
                onIdle = null;
            }
            if (next == null) {
                throw new AssertionError("It waits for what nobody does.");
            }
            next.run();
            if (gone) {
                throw new InterruptedException("gone in wait " + waits);
            }
        }
        return value(future);
    }

    static <T> T value(CompletableFuture<T> future) throws Exception {
        try {
            return future.join();
        } catch (CompletionException failure) {
            if (failure.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw failure;
        }
    }

    void runAll() {
        while (!work.isEmpty()) {
            work.poll().run();
        }
    }
}
