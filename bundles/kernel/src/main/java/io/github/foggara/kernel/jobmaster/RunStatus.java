package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.client.CheckpointInfo;
import io.github.foggara.api.client.IncidentInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.client.VertexInfo;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.kernel.jobmaster.state.JobState;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
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
    private String waitsFor;
    private List<VertexInfo> vertices = List.of();
    private long workDone;
    private long workTotal = -1;
    private final ReportLines report = new ReportLines();
    private List<IncidentInfo> incidents = List.of();
    private List<CheckpointInfo> checkpoints = List.of();
    /** Whose vertices and incidents are put into words before anything is told; null if they are in words already. */
    private Life newVertices;

    private Life newIncidents;
    private Life newCheckpoints;
    private final Map<String, String> health = new TreeMap<>();
    private boolean told = true;
    private EngineRuntime.Cancellable next;
    private boolean closed;

    RunStatus(JobSpec spec, RunObserver observer, JobLifecycle.MainTimer timer) {
        this.observer = observer;
        this.timer = timer;
        this.state = new JobStateCell(spec.name());
        incidents = spec.recorded().incidents();
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
        boolean same = state.get() == next && Objects.equals(cause, why) && waitsFor == null;
        state.become(next, why == null ? "in order" : why.lines().findFirst().orElse(""));
        cause = why;
        waitsFor = null;
        if (!same) {
            tell();
        }
    }

    /**
     * Why the run does not go on, though its state is the same: shown instead of the cause of that until it goes on, or the state is another one.
     *
     * @param words null: it goes on
     */
    void waits(String words) {
        if (!Objects.equals(waitsFor, words)) {
            waitsFor = words;
            tell();
        }
    }

    /** The root cause is known now: it stands for what was told before. */
    void cause(String better) {
        cause = better;
        tell();
    }

    void changed(Life life) {
        if (life.topology() != null) {
            newVertices = life;
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

    /** Something of the input is lost by a restart. */
    void lost(String line) {
        report.lost(line);
        tellSoon();
    }

    /**
     * @param topic what it is about: a later line about the same replaces it
     * @param line null: nothing to look at any more
     */
    void health(String topic, String line) {
        if (!Objects.equals(line, health.get(topic))) {
            health.put(topic, line);
            health.values().removeIf(Objects::isNull);
            tellSoon();
        }
    }

    /** There is another incident, or more is known of one. */
    void incidents(Life life) {
        newIncidents = life;
        tellSoon();
    }

    /** Where the checkpoints of a life are that begins. */
    void checkpointing(CheckpointPlace place) {
        observer.checkpointing(place);
    }

    /** A checkpoint has come to its end. */
    void checkpoints(Life life) {
        newCheckpoints = life;
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

    /** Once for many changes: a restart changes the state of each task several times. */
    private void look() {
        if (newVertices != null) {
            vertices = VertexInfos.of(newVertices.plan(), newVertices.state());
            workDone = VertexInfos.workDone(newVertices.state());
            newVertices = null;
        }
        if (newIncidents != null) {
            JobState of = newIncidents.state();
            incidents = of.started() == null ? incidents : IncidentInfos.of(of);
            newIncidents = null;
        }
        if (newCheckpoints != null) {
            checkpoints = CheckpointInfos.of(newCheckpoints.state());
            newCheckpoints = null;
        }
    }

    /** Tells now what waits to be told. */
    void tell() {
        if (closed) {
            return;
        }
        told = true;
        look();
        closed = state.get().terminal();
        if (closed) {
            close();
        }
        observer.changed(new RunReport(
                state.get(),
                Optional.ofNullable(waitsFor == null ? cause : waitsFor),
                vertices,
                workDone,
                workTotal,
                incidents,
                checkpoints,
                report.all(),
                List.copyOf(health.values())));
    }
}
