package io.github.foggara.shell;

import io.github.foggara.api.client.CheckpointInfo;
import io.github.foggara.api.client.IncidentInfo;
import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobService;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.client.JobSubmission;
import io.github.foggara.api.client.PluginInfo;
import io.github.foggara.api.client.VertexInfo;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Plays a script: each look at the job shows the next scene; the last one stays. Cancel leads to CANCELED. */
final class FakeJobs implements JobService {
    final List<JobSubmission> submitted = new ArrayList<>();
    final List<String> canceled = new ArrayList<>();
    final Deque<JobInfo> scenes = new ArrayDeque<>();
    final List<PluginInfo> plugins = new ArrayList<>();
    final List<String> health = new ArrayList<>();
    Runnable onAwait = () -> {};

    static JobInfo job(JobStatus state, long done, long total, String cause) {
        return job(state, done, total, cause, List.of());
    }

    /** The same job with these incidents. */
    static JobInfo incidents(JobInfo job, List<IncidentInfo> incidents) {
        return job(job.state(), job.workDone(), job.workTotal(), job.cause().orElse(null), incidents);
    }

    /** A job with these checkpoints. */
    static JobInfo checkpoints(CheckpointInfo... checkpoints) {
        JobInfo job = job(JobStatus.RUNNING, 1, 4, null);
        return new JobInfo(
                job.name(),
                job.program(),
                job.id(),
                job.state(),
                job.cause(),
                job.vertices(),
                job.workDone(),
                job.workTotal(),
                job.durationMillis(),
                job.incidents(),
                List.of(checkpoints),
                job.report(),
                job.options(),
                job.arguments(),
                job.configurationError());
    }

    private static JobInfo job(JobStatus state, long done, long total, String cause, List<IncidentInfo> incidents) {
        return new JobInfo(
                "wc",
                "word-count",
                Optional.of("id-1"),
                state,
                Optional.ofNullable(cause),
                List.of(
                        new VertexInfo("lines", 2, true, 2, 0, 1, done * 10, done * 20),
                        new VertexInfo("counts", 2, false, 1, 1, 0, done * 20, 0)),
                done,
                total,
                2_000,
                incidents,
                List.of(),
                state == JobStatus.FINISHED ? List.of("the 12", "of 7") : List.of(),
                Map.of("parallelism", "2"),
                Map.of("input", "a.txt"),
                Optional.empty());
    }

    @Override
    public void submit(JobSubmission submission) {
        if (!submission.program().equals("word-count")) {
            throw new IllegalArgumentException(
                    "There is no program '" + submission.program() + "'. Known: word-count.");
        }
        submitted.add(submission);
    }

    @Override
    public List<JobInfo> jobs() {
        return List.copyOf(scenes);
    }

    @Override
    public Optional<JobInfo> job(String name) {
        return scenes.stream().filter(j -> j.name().equals(name)).findFirst();
    }

    @Override
    public void start(String name) {
        throw new IllegalArgumentException("The job '" + name + "' is RUNNING.");
    }

    @Override
    public void cancel(String name) {
        canceled.add(name);
        scenes.clear();
        scenes.add(job(JobStatus.CANCELED, 1, 4, null));
    }

    @Override
    public CheckpointInfo triggerCheckpoint(String name, Duration timeout) {
        List<CheckpointInfo> known = job(name).orElseThrow().checkpoints();
        if (known.isEmpty()) {
            throw new IllegalStateException("Job '" + name + "' has no checkpoints");
        }
        return known.get(known.size() - 1);
    }

    @Override
    public Optional<JobInfo> awaitTermination(String name, Duration timeout) throws InterruptedException {
        onAwait.run();
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return Optional.of(scenes.size() > 1 ? scenes.poll() : scenes.peek());
    }

    @Override
    public List<String> programs() {
        return List.of("word-count");
    }

    @Override
    public List<PluginInfo> plugins() {
        return plugins;
    }

    @Override
    public List<String> health() {
        return health;
    }
}
