package io.github.foggara.sorter;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Says to everybody who works for a sorter that it was closed, and ends it when the last of them has left. Any thread. */
final class Lifetime {
    private final Holders holders;
    private final CompletableFuture<Void> over = new CompletableFuture<>();
    private volatile boolean closed;

    /** @param end gives back all there is; runs once, on the thread of the last one */
    Lifetime(Runnable end) {
        holders = new Holders(() -> {
            try {
                end.run();
            } finally {
                over.complete(null);
            }
        });
    }

    /** False if it is over. */
    boolean enter() {
        return holders.hold();
    }

    void leave() {
        holders.letGo();
    }

    /** Idempotent. */
    void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        leave();
    }

    boolean closed() {
        return closed;
    }

    /** Ends background work soon. */
    void check() {
        if (closed) {
            throw new CancellationException("The sorter was closed.");
        }
    }

    CompletionStage<Void> over() {
        return over;
    }
}
