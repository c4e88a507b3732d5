package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.kernel.config.JobOptions;
import io.github.foggara.kernel.runtime.OwnerThread;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Ends attempts: an order to stop, then an interrupt now and then. Exec thread.
 *
 * @param here whether that task has not ended
 * @param stuck told on the exec thread of one that does not end in time
 */
record Cancellation(OwnerThread exec, Predicate<Task> here, Consumer<Task> stuck) {
    /** Nothing for one that is ending already. */
    void begin(Task task) {
        exec.assertOwner();
        if (!task.cancel()) {
            return;
        }
        Configuration configuration = task.deployment().configuration();
        interruptLater(task, configuration.get(JobOptions.CANCELLATION_INTERVAL));
        long timeout = configuration.get(JobOptions.CANCELLATION_TIMEOUT).toNanos();
        task.quarantine(exec.schedule(timeout, () -> stuck.accept(task)));
    }

    private void interruptLater(Task task, Duration interval) {
        task.nextInterrupt(exec.schedule(interval.toNanos(), () -> {
            if (here.test(task)) {
                task.thread().interrupt();
                interruptLater(task, interval);
            }
        }));
    }
}
