package io.github.foggara.rpc.netty;

import io.github.foggara.api.runtime.EngineRuntime;
import java.util.concurrent.CompletableFuture;

/** A request that has no answer yet. Completed once; the timer is cancelled then. */
final class PendingRequest {
    final CompletableFuture<byte[]> answer = new CompletableFuture<>();
    private volatile EngineRuntime.Cancellable timer;

    void timer(EngineRuntime.Cancellable deadline) {
        timer = deadline;
        if (answer.isDone()) {
            deadline.cancel();
        }
    }

    void complete(byte[] body) {
        cancelTimer();
        answer.complete(body);
    }

    void fail(Throwable why) {
        cancelTimer();
        answer.completeExceptionally(why);
    }

    private void cancelTimer() {
        EngineRuntime.Cancellable deadline = timer;
        if (deadline != null) {
            deadline.cancel();
        }
    }
}
