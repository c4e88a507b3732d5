package io.github.foggara.checkpoint.coordinator;

import io.github.foggara.api.checkpoint.CheckpointContext.Summary;
import io.github.foggara.api.checkpoint.CheckpointCoordinator.Answer;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Kind;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Pointer;
import io.github.foggara.api.checkpoint.SubtaskSnapshot;
import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.failover.TaskId;
import io.github.foggara.api.runtime.EngineRuntime;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A checkpoint under way. Main thread, but for {@link #givenUp}.
 *
 * <pre>
 * ISSUING → COORDINATORS → TASKS → WRITING → RECORDING → (complete)
 *    └───────────┴───────────┴────────┴──────────┴→ (given up; from RECORDING only if it is refused)
 * </pre>
 */
final class PendingCheckpoint {
    /** What it waits for. */
    enum Phase {
        /** Its id to be durable. */
        ISSUING,
        /** The state of enumerators. */
        COORDINATORS,
        /** Acknowledgements. */
        TASKS,
        /** Its metadata to be stored. */
        WRITING,
        /** Its completion to be durable; it cannot be given up any more, but refused. */
        RECORDING
    }

    private static final Logger LOG = LoggerFactory.getLogger(PendingCheckpoint.class);

    final long id;
    final Kind kind;
    final long beganNanos;
    final long triggeredMillis;
    final Optional<Answer> answer;
    /** Runs out after the timeout. */
    EngineRuntime.Cancellable timer = () -> {};

    CheckpointPlan plan;
    /** Of its barriers, all alike. */
    boolean aligned;

    Map<String, byte[]> coordinators = Map.of();
    /** Where it is, from RECORDING on. */
    Pointer stored;

    final Set<ExecutionAttemptId> waiting = new LinkedHashSet<>();
    final Set<ExecutionAttemptId> triggered = new HashSet<>();
    final Map<TaskId, SubtaskSnapshot> snapshots = new TreeMap<>();
    private ExecutionAttemptId last;
    private Phase phase = Phase.ISSUING;
    private volatile boolean givenUp;

    PendingCheckpoint(long id, Kind kind, EngineRuntime runtime, Optional<Answer> answer) {
        this.id = id;
        this.kind = kind;
        this.beganNanos = runtime.nanoTime();
        this.triggeredMillis = runtime.currentTimeMillis();
        this.answer = answer;
    }

    Phase phase() {
        return phase;
    }

    boolean in(Phase one) {
        return phase == one;
    }

    void enter(Phase next, String why) {
        LOG.debug("checkpoint {}: {} → {} ({})", id, phase, next, why);
        phase = next;
    }

    /** Any thread: what io has begun for it must not have an effect any more. */
    boolean givenUp() {
        return givenUp;
    }

    void giveUp() {
        givenUp = true;
    }

    boolean isCheckpoint() {
        return kind == Kind.CHECKPOINT;
    }

    /** Whether that was one of the answers it waits for. */
    boolean acknowledge(ExecutionAttemptId attempt, SubtaskSnapshot snapshot) {
        if (phase != Phase.TASKS || !waiting.remove(attempt)) {
            return false;
        }
        last = attempt;
        snapshots.put(new TaskId(attempt.vertex(), attempt.subtask()), snapshot);
        return true;
    }

    /** The task that it waits for, or that answered last. */
    Optional<String> slowest() {
        ExecutionAttemptId attempt =
                waiting.isEmpty() ? last : waiting.iterator().next();
        return Optional.ofNullable(attempt).map(id -> TaskNames.of(plan.vertices(), id));
    }

    /** What it is waiting for, in words. */
    String progress() {
        return switch (phase) {
            case ISSUING -> "its id is not recorded yet";
            case COORDINATORS -> "the sources' enumerators have not given their state";
            case TASKS ->
                waiting.size() + " of " + plan.waitFor().size() + " tasks have not answered, among them "
                        + slowest().orElse("none");
            case WRITING -> "its metadata is not stored yet";
            case RECORDING -> "its completion is not recorded yet";
        };
    }

    Summary summary(long nowNanos, long bytes) {
        long alignment = 0;
        long pause = 0;
        for (SubtaskSnapshot snapshot : snapshots.values()) {
            alignment = Math.max(alignment, snapshot.figures().alignmentNanos());
            pause = Math.max(pause, snapshot.figures().syncNanos());
        }
        return new Summary(
                triggeredMillis,
                kind,
                TimeUnit.NANOSECONDS.toMillis(nowNanos - beganNanos),
                bytes,
                TimeUnit.NANOSECONDS.toMillis(alignment),
                TimeUnit.NANOSECONDS.toMillis(pause),
                slowest());
    }

    /** Written so far, as the tasks say. */
    long bytes() {
        return snapshots.values().stream()
                .mapToLong(snapshot -> snapshot.figures().bytes())
                .sum();
    }
}
