package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.runtime.EngineRuntime;
import java.time.Duration;

/** The time between two lives, if the second one does not begin at once. Main thread only. */
final class Pause {
    /** Before a life begins again: each one is recorded on disk. */
    private static final Duration LEAST = Duration.ofMillis(100);

    private final JobLifecycle.MainTimer timer;
    private Duration length = Duration.ZERO;
    private boolean ordered;
    private EngineRuntime.Cancellable running;

    Pause(JobLifecycle.MainTimer timer) {
        this.timer = timer;
    }

    /** After the life that is ending, so much time passes. */
    void order(Duration wanted) {
        ordered = true;
        length = wanted.compareTo(LEAST) < 0 ? LEAST : wanted;
    }

    /** Whether no life may begin now. */
    boolean ordered() {
        return ordered;
    }

    /** The life has ended. */
    void run(Runnable afterwards) {
        running = timer.after(length.toNanos(), () -> {
            ordered = false;
            afterwards.run();
        });
    }

    /** No life follows. */
    void end() {
        if (running != null) {
            running.cancel();
        }
    }
}
