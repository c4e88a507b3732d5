package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.kernel.config.JobOptions;
import io.github.foggara.kernel.runtime.OwnerThread;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Cancels tasks: each is told, then interrupted again and again, then given up. Exec thread.
 *
 * @param lives whether a task has neither ended nor been given up
 * @param giveUp what becomes of one that does not end in time
 */
record Cancels(OwnerThread exec, Predicate<Task> lives, Consumer<Task> giveUp) {
    /** Does nothing the second time. */
    void cancel(Task task) {
        exec.assertOwner();
        if (!task.cancel()) {
            return;
        }
        Configuration configuration = task.deployment().configuration();
        interruptLater(task, configuration.get(JobOptions.CANCELLATION_INTERVAL));
        long timeout = configuration.get(JobOptions.CANCELLATION_TIMEOUT).toNanos();
        task.quarantine(exec.schedule(timeout, () -> giveUp.accept(task)));
    }

    private void interruptLater(Task task, Duration interval) {
        task.nextInterrupt(exec.schedule(interval.toNanos(), () -> {
            if (lives.test(task)) {
                task.thread().interrupt();
                interruptLater(task, interval);
            }
        }));
    }
}
