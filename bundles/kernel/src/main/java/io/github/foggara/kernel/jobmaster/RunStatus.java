package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.client.VertexInfo;
import io.github.foggara.api.runtime.EngineRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * What others may know of the run. A change of state is told at once, numbers at most every 100 ms. Main thread only.
 */
final class RunStatus {
    private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final RunObserver observer;
    private final JobLifecycle.MainTimer timer;
    private final JobStateCell state;
    private String cause;
    private List<VertexInfo> vertices = List.of();
    private long workDone;
    private long workTotal = -1;
    private final List<String> report = new ArrayList<>();
    private final List<String> health = new ArrayList<>();
    private boolean told = true;
    private EngineRuntime.Cancellable next;
    private boolean closed;

    RunStatus(JobSpec spec, RunObserver observer, JobLifecycle.MainTimer timer) {
        this.observer = observer;
        this.timer = timer;
        this.state = new JobStateCell(spec.name());
        if (spec.commit().isPresent()) {
            vertices = spec.recorded().vertices();
            workDone = spec.recorded().workDone();
            workTotal = spec.recorded().workTotal();
        }
    }

    JobStatus state() {
        return state.get();
    }

    /**
     * @param why shown to users as the cause; null for none
     */
    void become(JobStatus next, String why) {
        boolean same = state.get() == next && Objects.equals(cause, why);
        state.become(next, why == null ? "in order" : why.lines().findFirst().orElse(""));
        cause = why;
        if (!same) {
            tell();
        }
    }

    /** For a bug in the way to a final state: no transition is checked. */
    void force(JobStatus next, String why) {
        state.force(next);
        cause = why;
        tell();
    }

    /** The root cause is known now: it stands for what was told before. */
    void cause(String better) {
        cause = better;
        tell();
    }

    void changed(Life life) {
        if (life.graph() != null) {
            vertices = life.graph().infos();
            workDone = life.graph().workDone();
            tellSoon();
        }
    }

    void workTotal(long total) {
        workTotal = total;
        tellSoon();
    }

    void report(String line) {
        report.add(line);
        tellSoon();
    }

    void health(String line) {
        health.add(line);
        tellSoon();
    }

    /** Nothing more is told. */
    void close() {
        closed = true;
        if (next != null) {
            next.cancel();
            next = null;
        }
    }

    private void tellSoon() {
        told = false;
        if (next == null && !closed) {
            next = timer.after(INTERVAL_NANOS, () -> {
                next = null;
                if (!told) {
                    tell();
                }
            });
        }
    }

    /** Tells now what waits to be told. */
    void tell() {
        if (closed) {
            return;
        }
        told = true;
        closed = state.get().terminal();
        if (closed) {
            close();
        }
        observer.changed(new RunReport(
                state.get(),
                Optional.ofNullable(cause),
                vertices,
                workDone,
                workTotal,
                List.copyOf(report),
                List.copyOf(health)));
    }
}
