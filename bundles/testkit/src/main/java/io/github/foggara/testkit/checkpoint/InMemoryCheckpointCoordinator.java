package io.github.foggara.testkit.checkpoint;

import io.github.foggara.api.checkpoint.CheckpointContext;
import io.github.foggara.api.checkpoint.CheckpointContext.Phase;
import io.github.foggara.api.checkpoint.CheckpointContext.Summary;
import io.github.foggara.api.checkpoint.CheckpointContext.Vertex;
import io.github.foggara.api.checkpoint.CheckpointCoordinator;
import io.github.foggara.api.checkpoint.CheckpointDecline;
import io.github.foggara.api.checkpoint.CheckpointMetadata;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Kind;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Pointer;
import io.github.foggara.api.checkpoint.CheckpointStorage;
import io.github.foggara.api.checkpoint.StateHandle;
import io.github.foggara.api.checkpoint.StorageContext;
import io.github.foggara.api.checkpoint.SubtaskSnapshot;
import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.failover.TaskId;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.shuffle.ChannelEvent.CheckpointBarrier;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The reference of {@code CheckpointCoordinator}: one checkpoint at a time, the newest one is kept. Main thread. */
final class InMemoryCheckpointCoordinator implements CheckpointCoordinator {
    private final CheckpointContext context;
    private final Function<StorageContext, CheckpointStorage> storages;
    private final Queue<One> asked = new ArrayDeque<>();
    private final List<Pointer> completed;
    private Configuration configuration;
    private One current;
    private long lastIssued;
    private long lastBegan;
    private int failures;
    private boolean closed;
    private boolean resting;
    private EngineRuntime.Cancellable timeout = () -> {};
    private EngineRuntime.Cancellable interval = () -> {};

    /** A checkpoint that was asked for or is under way. */
    private static final class One {
        final Kind kind;
        final Optional<Answer> answer;
        long id;
        long began;
        long millis;
        List<Vertex> vertices;
        Map<String, byte[]> coordinators = Map.of();
        Set<ExecutionAttemptId> waiting;
        final Map<TaskId, SubtaskSnapshot> snapshots = new TreeMap<>();
        ExecutionAttemptId last;
        Pointer stored;

        One(Kind kind, Optional<Answer> answer) {
            this.kind = kind;
            this.answer = answer;
        }
    }

    InMemoryCheckpointCoordinator(CheckpointContext context, Function<StorageContext, CheckpointStorage> storages) {
        this.context = context;
        this.storages = storages;
        this.configuration = context.configuration();
        this.completed = new ArrayList<>(context.completed());
        this.lastIssued = context.lastIssued();
        this.lastBegan = context.runtime().nanoTime();
        proceed();
    }

    @Override
    public void tasksChanged() {
        proceed();
    }

    @Override
    public void reconfigure(Configuration changed) {
        configuration = changed;
        startTimeout();
        proceed();
    }

    @Override
    public void trigger(Kind kind, Answer answer) {
        asked.add(new One(kind, Optional.of(answer)));
        proceed();
    }

    private void proceed() {
        interval.cancel();
        Set<Phase> phases = context.vertices().stream()
                .flatMap(vertex -> vertex.attempts().stream())
                .map(CheckpointContext.Attempt::phase)
                .collect(Collectors.toSet());
        rest(phases.contains(Phase.FINISHED) || phases.contains(Phase.UNPUBLISHED));
        if (closed || current != null || !phases.equals(Set.of(Phase.RUNNING))) {
            return;
        }
        Duration every = configuration.get(InMemoryCheckpointOptions.INTERVAL);
        if (!asked.isEmpty()) {
            begin(asked.remove());
        } else if (every != null) {
            long wait = every.toNanos() - (context.runtime().nanoTime() - lastBegan);
            if (wait > 0) {
                interval = context.after(Duration.ofNanos(wait), this::proceed);
            } else {
                begin(new One(Kind.CHECKPOINT, Optional.empty()));
            }
        }
    }

    /** None is taken without a task. */
    private void rest(boolean finished) {
        if (finished && current == null) {
            asked.forEach(one -> one.answer.ifPresent(answer -> answer.failed("a task has finished")));
            asked.clear();
        }
        if (resting != finished) {
            resting = finished;
            context.resting(finished ? Optional.of("a task has finished") : Optional.empty());
        }
    }

    private void begin(One next) {
        current = next;
        current.id = ++lastIssued;
        current.began = context.runtime().nanoTime();
        current.millis = context.runtime().currentTimeMillis();
        lastBegan = current.began;
        startTimeout();
        context.issue(current.id, current.kind);
    }

    private void startTimeout() {
        timeout.cancel();
        if (current == null || current.stored != null) {
            return;
        }
        One timed = current;
        Duration most = configuration.get(InMemoryCheckpointOptions.TIMEOUT);
        long left = most.toNanos() - (context.runtime().nanoTime() - timed.began);
        timeout = context.after(Duration.ofNanos(Math.max(0, left)), () -> {
            if (current == timed) {
                int all = timed.snapshots.size() + (timed.waiting == null ? 0 : timed.waiting.size());
                giveUp(
                        CheckpointDecline.EXPIRED,
                        "not done after " + most.toMillis() + " ms: " + (all - timed.snapshots.size()) + " of " + all
                                + " tasks are missing, among them " + slowest().orElse("none"));
            }
        });
    }

    private boolean is(long id) {
        return current != null && current.id == id && current.stored == null;
    }

    @Override
    public void issued(long id) {
        if (is(id)) {
            context.snapshotCoordinators(id);
        }
    }

    @Override
    public void coordinatorsSnapshotted(long id, Map<String, byte[]> states) {
        if (!is(id) || current.waiting != null) {
            return;
        }
        current.vertices = context.vertices();
        current.coordinators = states;
        Set<ExecutionAttemptId> all = new LinkedHashSet<>();
        for (Vertex vertex : current.vertices) {
            for (CheckpointContext.Attempt attempt : vertex.attempts()) {
                if (attempt.phase() != Phase.RUNNING) {
                    giveUp(CheckpointDecline.NOT_READY, attempt.id() + " does not run");
                    return;
                }
                all.add(attempt.id());
            }
        }
        current.waiting = all;
        CheckpointBarrier barrier = new CheckpointBarrier(id, current.millis, true);
        current.vertices.stream()
                .filter(Vertex::source)
                .flatMap(vertex -> vertex.attempts().stream())
                .forEach(attempt -> context.trigger(attempt.id(), barrier));
        context.triggered(id);
    }

    @Override
    public void acknowledge(ExecutionAttemptId attempt, long id, SubtaskSnapshot snapshot) {
        if (!is(id)) {
            if (completed.stream().noneMatch(pointer -> pointer.id() == id) && (current == null || current.id != id)) {
                discard(id);
            }
        } else if (current.waiting != null && current.waiting.remove(attempt)) {
            current.last = attempt;
            current.snapshots.put(new TaskId(attempt.vertex(), attempt.subtask()), snapshot);
            if (current.waiting.isEmpty()) {
                store(current);
            }
        }
    }

    private void store(One whole) {
        CheckpointStorage storage = storages.apply(context.storage());
        CheckpointMetadata metadata = new CheckpointMetadata(
                context.job(),
                context.jobName(),
                whole.id,
                whole.millis,
                whole.kind,
                context.fingerprint(),
                whole.vertices.stream().map(vertex -> vertex(whole, vertex)).toList());
        context.io(() -> storage.complete(metadata), (pointer, problem) -> {
            if (current != whole) {
                discard(whole.id);
            } else if (problem != null) {
                giveUp(CheckpointDecline.STORAGE_FAILED, problem.getMessage());
            } else {
                timeout.cancel();
                whole.stored = pointer;
                context.complete(metadata, pointer, summary());
            }
        });
    }

    private static CheckpointMetadata.Vertex vertex(One whole, Vertex vertex) {
        Map<String, StateHandle> coordinators = new TreeMap<>();
        vertex.coordinators().forEach(uid -> {
            if (whole.coordinators.containsKey(uid)) {
                coordinators.put(uid, new StateHandle.Inline(whole.coordinators.get(uid)));
            }
        });
        Map<Integer, SubtaskSnapshot> subtasks = new TreeMap<>();
        whole.snapshots.forEach((task, snapshot) -> {
            if (task.vertex() == vertex.index()) {
                subtasks.put(task.subtask(), snapshot);
            }
        });
        return new CheckpointMetadata.Vertex(
                vertex.name(), vertex.chain(), vertex.parallelism(), vertex.maxParallelism(), coordinators, subtasks);
    }

    @Override
    public void decline(ExecutionAttemptId attempt, long id, CheckpointDecline reason, String words) {
        if (is(id) && (attempt == null || current.waiting != null && current.waiting.contains(attempt))) {
            giveUp(reason, words);
        }
    }

    @Override
    public void recorded(long id) {
        if (current == null || current.id != id || current.stored == null) {
            return;
        }
        One whole = current;
        current = null;
        failures = 0;
        List<Long> surplus = completed.stream()
                .filter(old -> whole.kind == Kind.CHECKPOINT && old.kind() == Kind.CHECKPOINT)
                .map(Pointer::id)
                .toList();
        completed.removeIf(old -> surplus.contains(old.id()));
        completed.add(whole.stored);
        retire(surplus, id);
        whole.answer.ifPresent(answer -> answer.completed(whole.stored));
        proceed();
    }

    @Override
    public void refused(long id, String words) {
        if (current != null && current.id == id && current.stored != null) {
            giveUp(CheckpointDecline.REFUSED, words);
        }
    }

    private void giveUp(CheckpointDecline reason, String words) {
        end(reason, words);
        proceed();
    }

    private void end(CheckpointDecline reason, String words) {
        One failed = current;
        timeout.cancel();
        context.aborted(failed.id, reason, words, summary(), true);
        current = null;
        discard(failed.id);
        failed.answer.ifPresent(answer -> answer.failed(words));
        if (reason.counts() && ++failures > configuration.get(InMemoryCheckpointOptions.TOLERABLE)) {
            failures = 0;
            context.intolerable(words);
        }
    }

    private void discard(long id) {
        CheckpointStorage storage = storages.apply(context.storage());
        context.io(
                () -> {
                    storage.discard(id);
                    return id;
                },
                (gone, problem) -> {});
    }

    /** Then also what only they pointed at. */
    private void retire(List<Long> surplus, long recorded) {
        CheckpointStorage storage = storages.apply(context.storage());
        context.io(
                () -> {
                    for (long id : surplus) {
                        storage.discard(id);
                    }
                    storage.collect(recorded);
                    return surplus;
                },
                (gone, problem) -> {
                    if (problem == null) {
                        surplus.forEach(context::discarded);
                    }
                });
    }

    private Summary summary() {
        return new Summary(current.millis, current.kind, 0, 0, 0, 0, slowest());
    }

    private Optional<String> slowest() {
        boolean open = current.waiting != null && !current.waiting.isEmpty();
        ExecutionAttemptId attempt = open ? current.waiting.iterator().next() : current.last;
        return Optional.ofNullable(attempt)
                .map(id -> current.vertices.get(id.vertex()).name());
    }

    @Override
    public long fence(Set<TaskId> restarted, String why) {
        if (current != null && current.stored == null) {
            end(CheckpointDecline.FAILOVER, why);
        }
        return lastIssued;
    }

    @Override
    public void close(End end) {
        closed = true;
        interval.cancel();
        if (current != null && current.stored == null) {
            end(CheckpointDecline.JOB_ENDS, "the job ends");
        }
        asked.forEach(one -> one.answer.ifPresent(answer -> answer.failed("the job ended")));
    }
}
