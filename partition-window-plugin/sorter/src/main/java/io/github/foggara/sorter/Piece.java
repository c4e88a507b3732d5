package io.github.foggara.sorter;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

/** A piece of work for another thread. If the sorter is closed before it begins, it never does. */
final class Piece<T> implements Runnable {
    private final Callable<T> work;
    private final Lifetime lifetime;
    private final AtomicBoolean claimed = new AtomicBoolean();
    private final CompletableFuture<T> result = new CompletableFuture<>();

    /** Counts as somebody who works for the sorter from now on. */
    Piece(Callable<T> work, Lifetime lifetime) {
        this.work = work;
        this.lifetime = lifetime;
        if (!lifetime.enter()) {
            throw new IllegalStateException("The sorter was closed.");
        }
    }

    @Override
    public void run() {
        if (!claimed.compareAndSet(false, true)) {
            return;
        }
        T value = null;
        Throwable failure = null;
        try {
            lifetime.check();
            value = work.call();
        } catch (Throwable thrown) {
            failure = thrown;
        }
        lifetime.leave();
        if (failure == null) {
            result.complete(value);
        } else {
            result.completeExceptionally(failure);
        }
    }

    /** Does nothing if it has begun; then it has to look whether the sorter was closed. */
    void cancel() {
        if (claimed.compareAndSet(false, true)) {
            lifetime.leave();
            result.cancel(false);
        }
    }

    CompletionStage<T> result() {
        return result;
    }
}
