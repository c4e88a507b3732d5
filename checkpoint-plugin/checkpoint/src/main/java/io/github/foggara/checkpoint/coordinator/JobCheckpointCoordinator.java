package io.github.foggara.checkpoint.coordinator;

import io.github.foggara.api.checkpoint.CheckpointContext;
import io.github.foggara.api.checkpoint.CheckpointContext.Summary;
import io.github.foggara.api.checkpoint.CheckpointCoordinator;
import io.github.foggara.api.checkpoint.CheckpointDecline;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Kind;
import io.github.foggara.api.checkpoint.SubtaskSnapshot;
import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.failover.TaskId;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.checkpoint.CheckpointOptions;
import io.github.foggara.checkpoint.coordinator.StorageWork.Stored;
import io.github.foggara.checkpoint.coordinator.StorageWork.There;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes checkpoints of one life of a job. Main thread.
 *
 * <p>The order, which every step keeps: id durable → state of enumerators → barriers → acknowledgements → metadata stored → completion
 * durable → older ones deleted. A checkpoint can be given up until its completion was handed to the log; from then on it is the newest
 * one, and {@link #fence} leaves it, unless the engine refuses to record it.
 */
public final class JobCheckpointCoordinator implements CheckpointCoordinator {
    private static final Logger LOG = LoggerFactory.getLogger(JobCheckpointCoordinator.class);

    private final CheckpointContext context;
    private final Function<Configuration, CheckpointOptions> reading;
    private final StorageWork work;
    private final Participants participants;
    private final Triggers triggers;
    private final CompletedCheckpoints completed;
    private final TreeMap<Long, PendingCheckpoint> pending = new TreeMap<>();
    private final FailureCount failures;
    private CheckpointOptions options;
    private long lastIssued;
    private boolean begun;
    private boolean closed;

    /**
     * @param reading of the options of the job, over the defaults of the plugin
     */
    public JobCheckpointCoordinator(
            CheckpointContext context, StorageOpener storage, Function<Configuration, CheckpointOptions> reading) {
        this.context = context;
        this.reading = reading;
        this.options = reading.apply(context.configuration());
        this.work = new StorageWork(context, storage);
        this.participants = new Participants(context);
        this.triggers = new Triggers(context, participants, pending::size, this::beginOne);
        this.completed = new CompletedCheckpoints(context.completed());
        this.failures = new FailureCount(context);
        this.lastIssued = context.lastIssued();
        work.begin(this::begin);
    }

    /** No id is issued before this: what an earlier life left is out of the way, and its ids are known. */
    private void begin(There there, Throwable problem) {
        if (problem == null) {
            lastIssued = Math.max(lastIssued, completed.found(there));
            discardSurplus();
        } else {
            LOG.warn("Job {}: the storage of checkpoints cannot be read: {}", context.jobName(), problem.toString());
        }
        begun = true;
        proceed();
    }

    @Override
    public void tasksChanged() {
        for (PendingCheckpoint checkpoint : List.copyOf(pending.values())) {
            if (checkpoint.in(PendingCheckpoint.Phase.TASKS)) {
                participants
                        .lookAgain(checkpoint, options)
                        .ifPresentOrElse(
                                refused -> giveUp(checkpoint, refused.reason(), refused.words()),
                                () -> storeIfAnswered(checkpoint));
            }
        }
        proceed();
    }

    @Override
    public void reconfigure(Configuration configuration) {
        options = reading.apply(configuration);
        pending.values().forEach(this::startTimer);
        discardSurplus();
        proceed();
    }

    @Override
    public void trigger(Kind kind, Answer answer) {
        if (closed) {
            answer.failed("The job has ended");
            return;
        }
        triggers.add(kind, answer);
        proceed();
    }

    private void proceed() {
        if (begun && !closed) {
            triggers.proceed(options, this::proceed);
        }
    }

    private void beginOne(Kind kind, Optional<Answer> answer) {
        lastIssued++;
        PendingCheckpoint checkpoint = new PendingCheckpoint(lastIssued, kind, context.runtime(), answer);
        pending.put(checkpoint.id, checkpoint);
        triggers.clock().begin();
        startTimer(checkpoint);
        context.issue(checkpoint.id, kind);
    }

    /** Counts from its beginning, also when the timeout was changed meanwhile. */
    private void startTimer(PendingCheckpoint checkpoint) {
        checkpoint.timer.cancel();
        if (checkpoint.in(PendingCheckpoint.Phase.RECORDING)) {
            return;
        }
        long passed = context.runtime().nanoTime() - checkpoint.beganNanos;
        long left = Math.max(0, options.timeout().toNanos() - passed);
        checkpoint.timer = context.after(Duration.ofNanos(left), () -> expired(checkpoint));
    }

    private void expired(PendingCheckpoint checkpoint) {
        if (isPending(checkpoint) && !checkpoint.in(PendingCheckpoint.Phase.RECORDING)) {
            giveUp(
                    checkpoint,
                    CheckpointDecline.EXPIRED,
                    "it took longer than " + options.timeout().toMillis() + " ms: " + checkpoint.progress());
            proceed();
        }
    }

    private boolean isPending(PendingCheckpoint checkpoint) {
        return pending.get(checkpoint.id) == checkpoint;
    }

    @Override
    public void issued(long id) {
        PendingCheckpoint checkpoint = pending.get(id);
        if (checkpoint != null && checkpoint.in(PendingCheckpoint.Phase.ISSUING)) {
            checkpoint.enter(PendingCheckpoint.Phase.COORDINATORS, "its id is durable");
            context.snapshotCoordinators(id);
        }
    }

    @Override
    public void coordinatorsSnapshotted(long id, Map<String, byte[]> states) {
        PendingCheckpoint checkpoint = pending.get(id);
        if (checkpoint == null || !checkpoint.in(PendingCheckpoint.Phase.COORDINATORS)) {
            return;
        }
        Optional<Refused> refused = participants.ask(checkpoint, states, options);
        if (refused.isPresent()) {
            giveUp(checkpoint, refused.get().reason(), refused.get().words());
            proceed();
        } else if (isPending(checkpoint)) {
            context.triggered(id);
        }
    }

    @Override
    public void acknowledge(ExecutionAttemptId attempt, long id, SubtaskSnapshot snapshot) {
        PendingCheckpoint checkpoint = pending.get(id);
        if (checkpoint != null && checkpoint.acknowledge(attempt, snapshot)) {
            participants
                    .answered(attempt, snapshot, options)
                    .ifPresentOrElse(
                            refused -> {
                                giveUp(checkpoint, refused.reason(), refused.words());
                                proceed();
                            },
                            () -> storeIfAnswered(checkpoint));
        } else if (checkpoint != null || completed.contains(id)) {
            LOG.debug("checkpoint {}: {} is not asked, or answered before", id, attempt);
        } else {
            LOG.debug("checkpoint {}: {} is late, what it wrote is deleted", id, attempt);
            discard(List.of(id));
        }
    }

    /** One that is late may have left something behind, as a late acknowledgement has. */
    @Override
    public void decline(ExecutionAttemptId attempt, long id, CheckpointDecline reason, String words) {
        PendingCheckpoint checkpoint = pending.get(id);
        if (checkpoint == null || checkpoint.in(PendingCheckpoint.Phase.RECORDING)) {
            if (checkpoint == null && reason.counts() && !completed.contains(id)) {
                discard(List.of(id));
            }
            return;
        }
        if (attempt != null && !checkpoint.waiting.contains(attempt)) {
            LOG.debug("checkpoint {}: {} is not asked, or answered before", id, attempt);
        } else if (reason == CheckpointDecline.TASK_FINISHED && options.afterTasksFinish()) {
            LOG.debug("checkpoint {}: {} finishes, which is planned anew when it has", id, attempt);
        } else {
            giveUp(
                    checkpoint,
                    reason,
                    attempt == null ? words : Participants.nameOf(checkpoint, attempt) + ": " + words);
            proceed();
        }
    }

    private void storeIfAnswered(PendingCheckpoint checkpoint) {
        if (isPending(checkpoint) && checkpoint.in(PendingCheckpoint.Phase.TASKS) && checkpoint.waiting.isEmpty()) {
            checkpoint.enter(PendingCheckpoint.Phase.WRITING, "all tasks answered");
            work.store(checkpoint, (stored, problem) -> stored(checkpoint, stored, problem));
        }
    }

    private void stored(PendingCheckpoint checkpoint, Stored stored, Throwable problem) {
        if (!isPending(checkpoint)) {
            return;
        }
        if (problem != null) {
            giveUp(checkpoint, CheckpointDecline.STORAGE_FAILED, words(problem));
            proceed();
        } else if (checkpoint.id < newestRecorded()) {
            giveUp(checkpoint, CheckpointDecline.SUBSUMED, "a newer one was complete first");
            proceed();
        } else {
            checkpoint.timer.cancel();
            checkpoint.stored = stored.pointer();
            checkpoint.enter(PendingCheckpoint.Phase.RECORDING, "its metadata is stored");
            Summary summary = checkpoint.summary(
                    context.runtime().nanoTime(), stored.pointer().bytes());
            context.complete(stored.metadata(), stored.pointer(), summary);
        }
    }

    private static String words(Throwable problem) {
        return problem.getMessage() == null ? problem.toString() : problem.getMessage();
    }

    /** Newest id whose completion is in the log or on its way there. */
    private long newestRecorded() {
        long newest = completed.newest();
        for (PendingCheckpoint checkpoint : pending.values()) {
            if (checkpoint.in(PendingCheckpoint.Phase.RECORDING)) {
                newest = Math.max(newest, checkpoint.id);
            }
        }
        return newest;
    }

    @Override
    public void recorded(long id) {
        PendingCheckpoint checkpoint = pending.get(id);
        if (checkpoint == null || !checkpoint.in(PendingCheckpoint.Phase.RECORDING)) {
            return;
        }
        pending.remove(id);
        completed.add(checkpoint.stored);
        triggers.clock().end();
        failures.succeeded();
        for (PendingCheckpoint older : List.copyOf(pending.headMap(id).values())) {
            if (!older.in(PendingCheckpoint.Phase.RECORDING)) {
                giveUp(older, CheckpointDecline.SUBSUMED, "checkpoint " + id + " was complete first");
            }
        }
        discardSurplus();
        checkpoint.answer.ifPresent(answer -> answer.completed(checkpoint.stored));
        proceed();
    }

    @Override
    public void refused(long id, String words) {
        PendingCheckpoint checkpoint = pending.get(id);
        if (checkpoint != null && checkpoint.in(PendingCheckpoint.Phase.RECORDING)) {
            giveUp(checkpoint, CheckpointDecline.REFUSED, words);
            proceed();
        }
    }

    private void discardSurplus() {
        List<Long> surplus = completed.surplus(options.retained());
        work.retire(surplus, completed.newest(), (gone, problem) -> discarded(surplus, gone));
    }

    private void discard(List<Long> ids) {
        work.discard(ids, (gone, problem) -> discarded(ids, gone));
    }

    /** Those that cannot be deleted now are tried again with the next surplus. */
    private void discarded(List<Long> ids, List<Long> gone) {
        for (Long id : ids) {
            if (gone == null || !gone.contains(id)) {
                completed.putBack(id);
            } else if (completed.forget(id)) {
                context.discarded(id);
            }
        }
    }

    /**
     * Does not begin another one: the caller does. Tasks that are told give up the older ones too, so while one is pending they go on
     * with this one in vain; what they write of it is late, and deleted.
     */
    private void giveUp(PendingCheckpoint checkpoint, CheckpointDecline reason, String words) {
        if (!pending.remove(checkpoint.id, checkpoint)) {
            return;
        }
        checkpoint.giveUp();
        checkpoint.timer.cancel();
        triggers.clock().end();
        LOG.info("checkpoint {} of job {} is given up, {}: {}", checkpoint.id, context.jobName(), reason, words);
        context.aborted(
                checkpoint.id,
                reason,
                words,
                checkpoint.summary(context.runtime().nanoTime(), checkpoint.bytes()),
                pending.headMap(checkpoint.id).isEmpty());
        discard(List.of(checkpoint.id));
        checkpoint.answer.ifPresent(answer -> answer.failed("Checkpoint " + checkpoint.id + " was given up: " + words));
        if (checkpoint.isCheckpoint() && !closed) {
            failures.failed(checkpoint.id, reason, words, options.tolerableFailures());
        }
    }

    @Override
    public long fence(Set<TaskId> restarted, String why) {
        participants.restarted(restarted);
        triggers.clock().begin();
        giveUpAll(CheckpointDecline.FAILOVER, why);
        return lastIssued;
    }

    private void giveUpAll(CheckpointDecline reason, String words) {
        for (PendingCheckpoint checkpoint : List.copyOf(pending.values())) {
            if (!checkpoint.in(PendingCheckpoint.Phase.RECORDING)) {
                giveUp(checkpoint, reason, words);
            }
        }
    }

    @Override
    public void close(End end) {
        if (closed) {
            return;
        }
        closed = true;
        giveUpAll(CheckpointDecline.JOB_ENDS, "the job ends: " + end);
        triggers.close("The job ended before its checkpoint began: " + end);
        pending.values()
                .forEach(checkpoint -> checkpoint.answer.ifPresent(
                        answer -> answer.failed("The job ended before checkpoint " + checkpoint.id + " was recorded")));
    }
}
