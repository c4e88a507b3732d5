package io.github.foggara.testkit.checkpoint;

import io.github.foggara.api.checkpoint.CheckpointContext.Attempt;
import io.github.foggara.api.checkpoint.CheckpointContext.Phase;
import io.github.foggara.api.checkpoint.CheckpointContext.Producer;
import io.github.foggara.api.checkpoint.CheckpointContext.Vertex;
import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.failover.TaskId;
import java.util.ArrayList;
import java.util.List;

/** The tasks of a job as a coordinator sees them, moved by hand. */
public final class JobOfTasks {
    private static final int MAX_PARALLELISM = 128;

    private final JobId job;
    private final List<Vertex> vertices = new ArrayList<>();

    public JobOfTasks(JobId job) {
        this.job = job;
    }

    /**
     * Adds a vertex whose tasks run.
     *
     * @param producers none for a source, which has an enumerator then
     */
    public JobOfTasks vertex(int parallelism, Producer... producers) {
        int index = vertices.size();
        String name = "vertex-" + index;
        List<Attempt> attempts = new ArrayList<>();
        for (int subtask = 0; subtask < parallelism; subtask++) {
            attempts.add(new Attempt(new ExecutionAttemptId(job, index, subtask, 0), Phase.RUNNING));
        }
        List<String> coordinators = producers.length == 0 ? List.of(name) : List.of();
        vertices.add(new Vertex(
                index, name, List.of(name), parallelism, MAX_PARALLELISM, coordinators, attempts, List.of(producers)));
        return this;
    }

    public List<Vertex> vertices() {
        return List.copyOf(vertices);
    }

    /** All that run, in order. */
    public List<ExecutionAttemptId> running() {
        return vertices.stream()
                .flatMap(vertex -> vertex.attempts().stream())
                .filter(attempt -> attempt.phase() == Phase.RUNNING)
                .map(Attempt::id)
                .toList();
    }

    public ExecutionAttemptId attempt(int vertex, int subtask) {
        return vertices.get(vertex).attempts().get(subtask).id();
    }

    public void phase(int vertex, int subtask, Phase phase) {
        replace(new TaskId(vertex, subtask), new Attempt(attempt(vertex, subtask), phase));
    }

    /** The next attempt of that task, not running yet. */
    public void restart(int vertex, int subtask) {
        ExecutionAttemptId old = attempt(vertex, subtask);
        replace(
                new TaskId(vertex, subtask),
                new Attempt(new ExecutionAttemptId(job, vertex, subtask, old.attempt() + 1), Phase.STARTING));
    }

    private void replace(TaskId task, Attempt attempt) {
        Vertex old = vertices.get(task.vertex());
        List<Attempt> attempts = new ArrayList<>(old.attempts());
        attempts.set(task.subtask(), attempt);
        vertices.set(
                task.vertex(),
                new Vertex(
                        old.index(),
                        old.name(),
                        old.chain(),
                        old.parallelism(),
                        old.maxParallelism(),
                        old.coordinators(),
                        attempts,
                        old.producers()));
    }
}
