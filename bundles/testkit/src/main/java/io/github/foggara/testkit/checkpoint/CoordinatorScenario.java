package io.github.foggara.testkit.checkpoint;

import io.github.foggara.api.checkpoint.CheckpointContext.Producer;
import io.github.foggara.api.checkpoint.CheckpointCoordinator;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Kind;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Pointer;
import io.github.foggara.api.checkpoint.CheckpointService;
import io.github.foggara.api.checkpoint.CheckpointStorage;
import io.github.foggara.api.checkpoint.OperatorSnapshot;
import io.github.foggara.api.checkpoint.StateHandle;
import io.github.foggara.api.checkpoint.SubtaskSnapshot;
import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.state.OperatorStateBackend;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A job of two sources and three tasks behind them with a coordinator, for tests that go step by step or let {@link #settle} go a way of its
 * own. One thread.
 */
public final class CoordinatorScenario {
    private static final int PART = 30_000;

    private final CheckpointService service;
    private final ManualCheckpointContext job;
    private final CheckpointCoordinator coordinator;
    private final List<String> answers = new ArrayList<>();
    private final SharedSegments segments = new SharedSegments();

    /**
     * @param options without {@code execution.checkpointing.}
     * @param lastIssued of lives before
     */
    public CoordinatorScenario(
            CheckpointService service, JobId id, Path directory, Map<String, String> options, long lastIssued) {
        this(service, new ManualCheckpointContext(id, tasks(id), directory, configuration(options), lastIssued));
    }

    public CoordinatorScenario(CheckpointService service, ManualCheckpointContext job) {
        this.service = service;
        this.job = job;
        this.coordinator = service.createCoordinator(job);
        job.runIo();
    }

    /** Two sources, and three tasks that each read both. */
    public static JobOfTasks tasks(JobId id) {
        return new JobOfTasks(id).vertex(2).vertex(3, new Producer(0, true));
    }

    /** Options by what follows {@code execution.checkpointing.}. */
    public static Configuration configuration(Map<String, String> options) {
        Map<String, String> values = new TreeMap<>();
        options.forEach((key, value) -> values.put("execution.checkpointing." + key, value));
        return new Configuration(values);
    }

    public ManualCheckpointContext job() {
        return job;
    }

    public CheckpointCoordinator coordinator() {
        return coordinator;
    }

    public CheckpointStorage storage() {
        try {
            return service.openStorage(job.storage());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Asks for one; its answer comes to {@link #takeAnswers}. */
    public void trigger(Kind kind) {
        coordinator.trigger(kind, new CheckpointCoordinator.Answer() {
            @Override
            public void completed(Pointer pointer) {
                answers.add("completed " + pointer.id());
            }

            @Override
            public void failed(String words) {
                answers.add("failed");
            }
        });
    }

    public List<String> takeAnswers() {
        List<String> taken = List.copyOf(answers);
        answers.clear();
        return taken;
    }

    /** Its id is durable and the enumerators gave their state: tasks are asked. */
    public void open(long checkpoint) {
        coordinator.issued(checkpoint);
        coordinator.coordinatorsSnapshotted(checkpoint, Map.of("vertex-0", new byte[] {(byte) checkpoint}));
    }

    /** A task wrote its part and says so. */
    public void acknowledge(ExecutionAttemptId attempt, long checkpoint) {
        coordinator.acknowledge(attempt, checkpoint, write(attempt, checkpoint));
    }

    /** What a task writes before it says so. */
    public SubtaskSnapshot write(ExecutionAttemptId attempt, long checkpoint) {
        String name = attempt.vertex() + "." + attempt.subtask() + "." + attempt.attempt();
        try (CheckpointStorage.Writer writer = storage().writer(checkpoint, name)) {
            writer.begin().write(new byte[PART]);
            StateHandle part = writer.end();
            writer.force();
            List<StateHandle> shared = segments.write(storage().shared(checkpoint, name), attempt, checkpoint, PART);
            segments.acknowledged(attempt, checkpoint, shared);
            OperatorSnapshot operator = new OperatorSnapshot(
                    new byte[0],
                    Optional.of(new OperatorSnapshot.Keyed("heap", List.of(new OperatorSnapshot.Group(0, part)))),
                    shared.stream()
                            .map(segment -> new OperatorSnapshot.Named("s", OperatorStateBackend.Kind.SPLIT, segment))
                            .toList(),
                    List.of(),
                    List.of());
            return new SubtaskSnapshot(
                    Map.of("vertex-" + attempt.vertex(), operator),
                    false,
                    new long[0],
                    new long[0],
                    new SubtaskSnapshot.Figures(1_000_000L * attempt.subtask(), 2_000_000, 3_000_000, PART));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void acknowledgeAll(long checkpoint) {
        job.tasks().running().forEach(attempt -> acknowledge(attempt, checkpoint));
    }

    /** From the issued id to a recorded completion. */
    public void settle(long checkpoint) {
        open(checkpoint);
        acknowledgeAll(checkpoint);
        job.runIo();
        coordinator.recorded(checkpoint);
        job.runIo();
    }

    /** One from its trigger to its recorded completion. */
    public void complete(long checkpoint, Kind kind) {
        trigger(kind);
        settle(checkpoint);
    }

    /** Ids that the storage can read. */
    public List<Long> stored() {
        try {
            return storage().completed(damaged -> {}).stream().map(Pointer::id).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether the parts of that attempt are there. */
    public boolean holds(SubtaskSnapshot snapshot) {
        StateHandle part = snapshot.operators()
                .values()
                .iterator()
                .next()
                .keyed()
                .orElseThrow()
                .groups()
                .get(0)
                .bytes();
        return holds(part);
    }

    /** Whether that can be read. */
    public boolean holds(StateHandle part) {
        try (var in = storage().read(part)) {
            return in.readAllBytes().length == part.length();
        } catch (IOException e) {
            return false;
        }
    }

    /** Everything that a stored checkpoint points at. */
    public Set<StateHandle> handles(long checkpoint) {
        try {
            for (Pointer pointer : storage().completed(damaged -> {})) {
                if (pointer.id() == checkpoint) {
                    return Set.copyOf(storage().load(pointer.pointer()).handles());
                }
            }
            throw new IllegalArgumentException("Checkpoint " + checkpoint + " is not stored");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
