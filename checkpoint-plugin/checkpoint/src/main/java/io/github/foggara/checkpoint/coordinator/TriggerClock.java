package io.github.foggara.checkpoint.coordinator;

import io.github.foggara.api.checkpoint.CheckpointContext;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.checkpoint.CheckpointOptions;
import java.time.Duration;

/** When the next periodic checkpoint may begin. Main thread. */
final class TriggerClock {
    private final CheckpointContext context;
    private long beganNanos;
    private long endedNanos;
    private boolean ended;
    private EngineRuntime.Cancellable timer = () -> {};

    TriggerClock(CheckpointContext context) {
        this.context = context;
        this.beganNanos = now();
    }

    private long now() {
        return context.runtime().nanoTime();
    }

    /** One begins now, or tasks start again: the interval counts from here. */
    void begin() {
        beganNanos = now();
    }

    void end() {
        endedNanos = now();
        ended = true;
    }

    /** Nanoseconds from now until it is due, 0 or less if it is. */
    long remaining(CheckpointOptions options) {
        long now = now();
        long wait = options.interval().orElseThrow().toNanos() - (now - beganNanos);
        return ended ? Math.max(wait, options.minPause().toNanos() - (now - endedNanos)) : wait;
    }

    /** Replaces the timer that was set before. */
    void wakeAfter(long nanos, Runnable action) {
        stop();
        timer = context.after(Duration.ofNanos(nanos), action);
    }

    void stop() {
        timer.cancel();
        timer = () -> {};
    }
}
