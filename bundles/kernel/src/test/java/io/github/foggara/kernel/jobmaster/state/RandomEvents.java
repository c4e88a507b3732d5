package io.github.foggara.kernel.jobmaster.state;

import io.github.foggara.api.checkpoint.CheckpointContext.Summary;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Kind;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Pointer;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.failover.Failure;
import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.api.failover.TaskId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/** A life of a job, made up event by event, each of which can happen. */
final class RandomEvents {
    private final JobId job;
    private final Random random;
    /** As it is live. */
    private final JobState state;

    private final List<JobEvent> written = new ArrayList<>();

    RandomEvents(JobId job, long seed) {
        this.job = job;
        this.random = new Random(seed);
        this.state = new JobState(job);
    }

    JobState state() {
        return state;
    }

    /** What a log has of it. */
    List<JobEvent> written() {
        return written;
    }

    void add(int count) {
        for (int i = 0; i < count; i++) {
            JobEvent event = state.started() == null ? beforeTheGraph() : next();
            state.apply(event);
            if (event.durability() != JobEvent.Durability.VOLATILE) {
                written.add(event);
            }
        }
    }

    private JobEvent beforeTheGraph() {
        return random.nextInt(3) == 0 ? new JobEvent.LogReplaced("words " + random.nextInt()) : started();
    }

    private JobEvent next() {
        return switch (random.nextInt(20)) {
            case 0 -> random.nextInt(4) == 0 ? started() : new JobEvent.TasksReset("why", some());
            case 1, 2 -> new JobEvent.FailureDecided(incident());
            case 3 -> new JobEvent.FailureNoted(random.nextInt((int) state.incidentCount() + 1), failure());
            case 4, 5 -> finished().orElseGet(this::issued);
            case 6, 7, 8 -> changed().orElseGet(this::issued);
            case 9, 10, 11, 12 -> completed();
            case 13 -> new JobEvent.CheckpointAborted(id(), "EXPIRED", words("late ", 2_000), summary());
            case 14, 15 -> discarded().orElseGet(this::issued);
            case 16 -> new JobEvent.LogReplaced(words("words ", 2_000));
            case 17 -> new JobEvent.Imaged(state.image());
            default -> issued();
        };
    }

    private JobEvent started() {
        List<JobEvent.JobStarted.Vertex> vertices = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            vertices.add(new JobEvent.JobStarted.Vertex("v" + i, 1 + random.nextInt(3)));
        }
        return new JobEvent.JobStarted("f" + random.nextInt(9), "p", vertices, state.nextAttempt() + random.nextInt(2));
    }

    private Set<TaskId> some() {
        Set<TaskId> some = new TreeSet<>();
        state.executions()
                .filter(e -> random.nextBoolean())
                .forEach(e -> some.add(new TaskId(e.id().vertex(), e.id().subtask())));
        return some;
    }

    private Execution any() {
        List<Execution> all = state.executions().toList();
        return all.get(random.nextInt(all.size()));
    }

    private Failure failure() {
        FailureClass[] kinds = FailureClass.values();
        Execution of = any();
        return new Failure(
                random.nextBoolean()
                        ? Optional.empty()
                        : Optional.of(new TaskId(of.id().vertex(), of.id().subtask())),
                of.id().attempt(),
                kinds[random.nextInt(kinds.length)],
                random.nextInt(1000),
                random.nextBoolean()
                        ? Optional.empty()
                        : Optional.of(new ResultPartitionId(of.id(), random.nextInt(3))),
                words("boom ", IncidentCodec.WORDS_LIMIT));
    }

    /** Now and then longer than what is kept in a log. */
    private String words(String begin, int limit) {
        return begin + (random.nextInt(20) == 0 ? "o".repeat(limit) : random.nextInt());
    }

    private Incident incident() {
        return new Incident(
                state.incidentCount() + 1,
                random.nextInt(1000),
                List.of(failure()),
                "region",
                some(),
                random.nextInt(1000),
                random.nextInt(5) == 0 ? Optional.of(words("enough ", IncidentCodec.WORDS_LIMIT)) : Optional.empty());
    }

    private Optional<JobEvent> finished() {
        Execution execution = any();
        if (!execution.state().mayBecome(ExecutionState.FINISHED)) {
            return Optional.empty();
        }
        Map<String, List<byte[]>> made = new HashMap<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            made.put("sink" + i, List.of(new byte[] {(byte) i}, new byte[0]));
        }
        return Optional.of(new JobEvent.TaskFinished(
                new TaskId(execution.id().vertex(), execution.id().subtask()),
                execution.id().attempt(),
                made,
                new Counters(random.nextInt(99), 1, 2)));
    }

    /** What ends with the process. */
    private Optional<JobEvent> changed() {
        Execution execution = any();
        for (ExecutionState to : List.of(ExecutionState.DEPLOYING, ExecutionState.RUNNING, ExecutionState.FAILED)) {
            if (execution.state().mayBecome(to)) {
                return Optional.of(new JobEvent.AttemptChanged(execution.id(), to, "test"));
            }
        }
        return Optional.empty();
    }

    private long id() {
        return state.checkpoints().lastIssued() + 1;
    }

    private JobEvent issued() {
        return new JobEvent.CheckpointIssued(id(), Kind.CHECKPOINT);
    }

    private JobEvent completed() {
        Kind kind = random.nextInt(3) == 0 ? Kind.SAVEPOINT : Kind.CHECKPOINT;
        return new JobEvent.CheckpointCompleted(
                new Pointer(id(), random.nextInt(1000), kind, "d/" + id(), random.nextInt(1000)), summary());
    }

    private Optional<JobEvent> discarded() {
        return state.checkpoints().completed().stream()
                .findFirst()
                .map(oldest -> new JobEvent.CheckpointDiscarded(oldest.id()));
    }

    private Summary summary() {
        Optional<String> slowest = random.nextBoolean() ? Optional.empty() : Optional.of("t" + random.nextInt(9));
        return new Summary(random.nextInt(1000), Kind.CHECKPOINT, 4, 5, 6, 7, slowest);
    }

    JobId job() {
        return job;
    }
}
