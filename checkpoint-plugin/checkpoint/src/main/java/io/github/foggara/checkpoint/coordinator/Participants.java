package io.github.foggara.checkpoint.coordinator;

import io.github.foggara.api.checkpoint.CheckpointContext;
import io.github.foggara.api.checkpoint.CheckpointContext.Phase;
import io.github.foggara.api.checkpoint.CheckpointDecline;
import io.github.foggara.api.checkpoint.SubtaskSnapshot;
import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.failover.TaskId;
import io.github.foggara.api.shuffle.ChannelEvent.CheckpointBarrier;
import io.github.foggara.checkpoint.CheckpointOptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Who is asked for a checkpoint, and what it means for it when tasks end meanwhile. Main thread. */
final class Participants {
    private final CheckpointContext context;
    /** Attempts that said in a snapshot that their operators have finished. */
    private final Set<ExecutionAttemptId> ended = new HashSet<>();

    Participants(CheckpointContext context) {
        this.context = context;
    }

    static String nameOf(PendingCheckpoint checkpoint, ExecutionAttemptId attempt) {
        return TaskNames.of(checkpoint.plan.vertices(), attempt);
    }

    /** Who takes part now. */
    PlanOutcome plan(CheckpointOptions options) {
        return CheckpointPlan.of(context.vertices(), ended, options.afterTasksFinish());
    }

    /**
     * An answer has come.
     *
     * @return why the checkpoint must not be completed: a restart from it would end the input of operators that have finished once more, and
     *     emit twice what they emit then
     */
    Optional<Refused> answered(ExecutionAttemptId attempt, SubtaskSnapshot snapshot, CheckpointOptions options) {
        if (!snapshot.operatorsFinished()) {
            return Optional.empty();
        }
        ended.add(attempt);
        if (options.afterTasksFinish()) {
            return Optional.empty();
        }
        return plan(options) instanceof Refused refused ? Optional.of(refused) : Optional.empty();
    }

    /** They begin anew, as other attempts. */
    void restarted(Set<TaskId> tasks) {
        ended.removeIf(attempt -> tasks.contains(new TaskId(attempt.vertex(), attempt.subtask())));
    }

    /**
     * Sends the barriers, now that enumerators gave their state.
     *
     * @return why none can be taken; empty if all are sent
     */
    Optional<Refused> ask(PendingCheckpoint checkpoint, Map<String, byte[]> states, CheckpointOptions options) {
        PlanOutcome outcome = plan(options);
        if (outcome instanceof Refused refused) {
            return Optional.of(refused);
        }
        checkpoint.plan = (CheckpointPlan) outcome;
        checkpoint.aligned = options.exactlyOnce();
        checkpoint.coordinators = states;
        checkpoint.waiting.addAll(checkpoint.plan.waitFor());
        checkpoint.enter(PendingCheckpoint.Phase.TASKS, "enumerators gave their state");
        sendBarriers(checkpoint, checkpoint.plan.trigger());
        return Optional.empty();
    }

    private void sendBarriers(PendingCheckpoint checkpoint, Set<ExecutionAttemptId> attempts) {
        CheckpointBarrier barrier =
                new CheckpointBarrier(checkpoint.id, checkpoint.triggeredMillis, checkpoint.aligned);
        for (ExecutionAttemptId attempt : attempts) {
            if (!checkpoint.givenUp() && checkpoint.waiting.contains(attempt) && checkpoint.triggered.add(attempt)) {
                context.trigger(attempt, barrier);
            }
        }
    }

    /**
     * Tasks have changed. One that fails gives the checkpoint up before the failover asks; one that finished without an answer never sent a
     * barrier.
     *
     * @return why it has to be given up
     */
    Optional<Refused> lookAgain(PendingCheckpoint checkpoint, CheckpointOptions options) {
        Map<ExecutionAttemptId, Phase> phases = new HashMap<>();
        context.vertices()
                .forEach(vertex -> vertex.attempts().forEach(attempt -> phases.put(attempt.id(), attempt.phase())));
        List<ExecutionAttemptId> finished = new ArrayList<>();
        for (ExecutionAttemptId attempt : checkpoint.waiting) {
            Phase phase = phases.getOrDefault(attempt, Phase.ENDING);
            if (phase == Phase.FINISHED || phase == Phase.UNPUBLISHED) {
                finished.add(attempt);
            } else if (phase != Phase.RUNNING) {
                return Optional.of(new Refused(
                        CheckpointDecline.FAILOVER, nameOf(checkpoint, attempt) + " does not run any more"));
            }
        }
        return finished.isEmpty() ? Optional.empty() : planAgain(checkpoint, finished, options);
    }

    /**
     * Tasks finished between the plan and their barrier (SPEC-147 P6): their channels end without one, so those behind them that nobody else
     * writes to are triggered in their place.
     */
    private Optional<Refused> planAgain(
            PendingCheckpoint checkpoint, List<ExecutionAttemptId> finished, CheckpointOptions options) {
        PlanOutcome outcome = plan(options);
        if (outcome instanceof Refused refused) {
            return Optional.of(refused);
        }
        finished.forEach(checkpoint.waiting::remove);
        sendBarriers(checkpoint, ((CheckpointPlan) outcome).trigger());
        return Optional.empty();
    }
}
