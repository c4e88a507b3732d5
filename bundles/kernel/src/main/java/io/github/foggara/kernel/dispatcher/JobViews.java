package io.github.foggara.kernel.dispatcher;

import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.runtime.Parker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;

/** The newest view of each job, and those who wait for a change. Any thread. */
final class JobViews {
    private final EngineRuntime runtime;
    private final Map<String, JobView> views = new ConcurrentSkipListMap<>();
    private final List<Parker> waiting = new CopyOnWriteArrayList<>();

    JobViews(EngineRuntime runtime) {
        this.runtime = runtime;
    }

    List<JobInfo> all() {
        long now = runtime.currentTimeMillis();
        return views.values().stream().map(v -> v.at(now)).toList();
    }

    Optional<JobInfo> find(String name) {
        return Optional.ofNullable(views.get(name)).map(v -> v.at(runtime.currentTimeMillis()));
    }

    List<String> health() {
        return views.values().stream().flatMap(v -> v.health().stream()).toList();
    }

    /**
     * Takes a name for a submission.
     *
     * @throws IllegalArgumentException if a job that is not over, or a configuration, has it
     */
    void reserve(String name, JobView first) {
        views.compute(name, (n, before) -> {
            if (before != null && before.configured()) {
                throw new IllegalArgumentException("The job '" + name
                        + "' is a configuration: start it by job:start, or submit under another name");
            }
            if (before != null && !before.info().state().terminal()) {
                throw new IllegalArgumentException("A job with the name '" + name + "' is "
                        + before.info().state() + ": cancel it, or take another name");
            }
            return first;
        });
    }

    /**
     * Shows a job that is over as one that begins, so that whoever waits next waits for its new end.
     *
     * @throws IllegalArgumentException if it is not over
     */
    void restart(String name) {
        views.computeIfPresent(name, (n, before) -> {
            if (!before.info().state().terminal()) {
                throw new IllegalArgumentException(
                        "The job '" + name + "' is " + before.info().state() + ": it can be started when it is over");
            }
            return before.restarting();
        });
    }

    void publish(String name, JobView view) {
        views.put(name, view);
        wake();
    }

    void remove(String name) {
        views.remove(name);
        wake();
    }

    void wake() {
        waiting.forEach(Parker::unpark);
    }

    /**
     * Waits until the condition holds, asked again after each change.
     *
     * @return whether it holds
     */
    boolean await(BooleanSupplier condition, Duration timeout) throws InterruptedException {
        Parker parker = runtime.newParker();
        long start = runtime.nanoTime();
        waiting.add(parker);
        try {
            while (!condition.getAsBoolean()) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                long left = timeout.compareTo(Duration.ofDays(36500)) > 0
                        ? Long.MAX_VALUE
                        : timeout.toNanos() - (runtime.nanoTime() - start);
                if (left <= 0) {
                    return false;
                }
                parker.parkNanos(left);
            }
            return true;
        } finally {
            waiting.remove(parker);
        }
    }
}
