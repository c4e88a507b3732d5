package io.github.foggara.kernel.jobmaster.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.failover.Failure;
import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.api.failover.TaskId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class JobStateTest {
    private static final JobId JOB = new JobId(1, 2);
    private static final TaskId SOURCE = new TaskId(0, 0);
    private static final TaskId SINK = new TaskId(1, 0);

    private final JobState state = new JobState(JOB);
    private final List<JobEvent> written = new ArrayList<>();

    @Test
    void tasksBeginAsTheirFirstAttempt() {
        apply(started("f"));
        assertThat(state.executions()).hasSize(2).allMatch(e -> e.id().attempt() == 0);
        assertThat(state.allFinished()).isFalse();
        assertThat(state.current(SINK).state()).isEqualTo(ExecutionState.CREATED);
    }

    @Test
    void anAttemptThatIsResetLeavesAndTheNextOneIsCurrent() {
        run(SOURCE);
        run(SINK);
        apply(new JobEvent.AttemptChanged(id(SINK, 0), ExecutionState.FAILED, "boom"));
        apply(new JobEvent.FailureDecided(incident(1, Set.of(SOURCE, SINK))));
        assertThat(state.current(SOURCE).id().attempt()).isEqualTo(1);
        assertThat(state.leaving()).extracting(Execution::id).containsExactly(id(SOURCE, 0));
        assertThat(state.leaving().get(0).incident()).isEqualTo(1);
        assertThat(state.find(id(SINK, 0))).isEmpty();
        apply(new JobEvent.AttemptChanged(id(SOURCE, 0), ExecutionState.CANCELING, "order"));
        apply(new JobEvent.AttemptChanged(id(SOURCE, 0), ExecutionState.FINISHED, "too late"));
        assertThat(state.leaving()).isEmpty();
        assertThat(state.current(SOURCE).state()).isEqualTo(ExecutionState.CREATED);
    }

    @Test
    void aResetTakesBackThatATaskHasFinished() {
        run(SOURCE);
        apply(finished(SOURCE, 0));
        apply(new JobEvent.TasksReset("test", Set.of(SOURCE)));
        assertThat(state.current(SOURCE).state()).isEqualTo(ExecutionState.CREATED);
        assertThat(state.current(SOURCE).committables()).isEmpty();
        assertThat(state.committables()).isEmpty();
    }

    @Test
    void whatFinishedTasksMadeIsInTheirOrder() {
        apply(started("f"));
        for (TaskId task : List.of(SINK, SOURCE)) {
            deploy(task);
            apply(finished(task, 0));
        }
        assertThat(state.allFinished()).isTrue();
        assertThat(state.committables().get("sink")).extracting(b -> (int) b[0]).containsExactly(0, 1);
    }

    @Test
    void replayGivesTheStateWithoutWhatEndedWithTheProcess() {
        run(SOURCE);
        run(SINK);
        apply(finished(SOURCE, 0));
        apply(new JobEvent.AttemptChanged(id(SINK, 0), ExecutionState.FAILED, "boom"));
        apply(new JobEvent.FailureDecided(incident(1, Set.of(SINK))));
        apply(new JobEvent.FailureNoted(1, failure(FailureClass.USER_CODE)));
        JobState again = JobState.replay(JOB, written);
        assertThat(again.current(SOURCE).state()).isEqualTo(ExecutionState.FINISHED);
        assertThat(again.current(SINK).id().attempt()).isEqualTo(1);
        assertThat(again.leaving()).isEmpty();
        assertThat(again.incidents()).isEqualTo(state.incidents());
        assertThat(again.history()).isEqualTo(state.history());
        again.apply(new JobEvent.TasksReset("again", Set.of(SINK)));
        assertThat(again.current(SINK).id().attempt()).isEqualTo(2);
    }

    @Test
    void anotherGraphNeverUsesAnAttemptNumberAgain() {
        apply(started("f"));
        apply(new JobEvent.TasksReset("test", Set.of(SINK)));
        apply(new JobEvent.TasksReset("test", Set.of(SINK)));
        assertThatIllegalStateException()
                .isThrownBy(() -> state.apply(started("g", 2)))
                .withMessageContaining("used before");
        assertThat(state.nextAttempt()).isEqualTo(3);
        apply(started("g", 3));
        assertThat(state.executions()).allMatch(e -> e.id().attempt() == 3);
    }

    @Test
    void aConsequenceNeverStandsFirstInAnIncident() {
        apply(started("f"));
        apply(new JobEvent.FailureDecided(new Incident(
                1, 5, List.of(failure(FailureClass.PARTITION_LOST)), "s", Set.of(SINK), 0, Optional.empty())));
        apply(new JobEvent.FailureNoted(1, failure(FailureClass.USER_CODE)));
        apply(new JobEvent.FailureNoted(1, failure(FailureClass.PARTITION_LOST)));
        assertThat(state.incidents().get(0).failures())
                .extracting(Failure::kind)
                .containsExactly(FailureClass.USER_CODE, FailureClass.PARTITION_LOST, FailureClass.PARTITION_LOST);
        assertThat(state.history().recent().get(0).kind()).isEqualTo(FailureClass.USER_CODE);
    }

    @Test
    void strayAttemptsOfAFormerJobMasterHaveToEnd() {
        apply(started("f"));
        apply(new JobEvent.TasksReset("again", Set.of(SOURCE, SINK)));
        apply(new JobEvent.AttemptsFound(List.of(id(SOURCE, 0))));
        assertThat(state.isLeaving(id(SOURCE, 0))).isTrue();
        apply(new JobEvent.AttemptChanged(id(SOURCE, 0), ExecutionState.CANCELED, "ended"));
        assertThat(state.leaving()).isEmpty();
    }

    @Test
    void whatCannotHappenIsRefused() {
        apply(started("f"));
        assertThatIllegalStateException()
                .isThrownBy(() -> state.apply(finished(SINK, 7)))
                .withMessageContainingAll("Attempt 7", "attempt 0 is the current one");
        assertThatIllegalStateException().isThrownBy(() -> state.apply(finished(new TaskId(9, 0), 0)));
        assertThatIllegalStateException()
                .isThrownBy(() -> state.apply(new JobEvent.FailureDecided(incident(2, Set.of(SINK)))))
                .withMessageContaining("does not follow");
        assertThatIllegalStateException()
                .isThrownBy(() -> state.apply(new JobEvent.AttemptChanged(id(SINK, 0), ExecutionState.RUNNING, "x")))
                .withMessageContaining("CREATED cannot become RUNNING");
        assertThatIllegalStateException()
                .isThrownBy(() -> state.apply(new JobEvent.AttemptChanged(id(SINK, 5), ExecutionState.FAILED, "x")))
                .withMessageContaining("neither current nor leaving");
    }

    private void apply(JobEvent event) {
        state.apply(event);
        if (event.durability() != JobEvent.Durability.VOLATILE) {
            written.add(event);
        }
    }

    private void run(TaskId task) {
        if (state.started() == null) {
            apply(started("f"));
        }
        deploy(task);
    }

    private void deploy(TaskId task) {
        apply(new JobEvent.AttemptChanged(state.current(task).id(), ExecutionState.DEPLOYING, "test"));
        apply(new JobEvent.AttemptChanged(state.current(task).id(), ExecutionState.RUNNING, "test"));
    }

    private static JobEvent.JobStarted started(String fingerprint) {
        return started(fingerprint, 0);
    }

    private static JobEvent.JobStarted started(String fingerprint, int firstAttempt) {
        return new JobEvent.JobStarted(
                fingerprint,
                "p",
                List.of(new JobEvent.JobStarted.Vertex("source", 1), new JobEvent.JobStarted.Vertex("sink", 1)),
                firstAttempt);
    }

    private static JobEvent.TaskFinished finished(TaskId task, int attempt) {
        return new JobEvent.TaskFinished(
                task, attempt, Map.of("sink", List.of(new byte[] {(byte) task.vertex()})), Counters.ZERO);
    }

    private static Incident incident(long number, Set<TaskId> restarted) {
        return new Incident(number, 5, List.of(failure(FailureClass.USER_CODE)), "s", restarted, 10, Optional.empty());
    }

    private static Failure failure(FailureClass kind) {
        return new Failure(Optional.of(SINK), 0, kind, 5, Optional.empty(), kind.toString());
    }

    private static ExecutionAttemptId id(TaskId task, int attempt) {
        return new ExecutionAttemptId(JOB, task.vertex(), task.subtask(), attempt);
    }
}
