package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.kernel.runtime.OwnerThread;
import java.time.Duration;
import java.util.Collection;

/** Asks the running tasks for their counters now and then, for as long as there are some. Exec thread. */
final class Sampler {
    private static final Duration INTERVAL = Duration.ofMillis(500);

    private final OwnerThread exec;
    private final Collection<Task> tasks;
    private boolean sampling;

    /**
     * @param tasks those that run, also later
     */
    Sampler(OwnerThread exec, Collection<Task> tasks) {
        this.exec = exec;
        this.tasks = tasks;
    }

    /** There is a task. */
    void begin() {
        if (sampling) {
            return;
        }
        exec.schedule(INTERVAL.toNanos(), () -> {
            sampling = false;
            tasks.forEach(Task::requestProgress);
            if (!tasks.isEmpty()) {
                begin();
            }
        });
        sampling = true;
    }
}
