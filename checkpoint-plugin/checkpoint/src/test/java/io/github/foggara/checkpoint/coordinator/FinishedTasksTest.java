package io.github.foggara.checkpoint.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.checkpoint.CheckpointContext.Phase;
import io.github.foggara.api.checkpoint.CheckpointContext.Producer;
import io.github.foggara.api.checkpoint.CheckpointDecline;
import io.github.foggara.api.checkpoint.CheckpointMetadata;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Kind;
import io.github.foggara.api.checkpoint.SubtaskSnapshot;
import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.failover.TaskId;
import io.github.foggara.checkpoint.DefaultCheckpointService;
import io.github.foggara.checkpoint.storage.CheckpointDisk;
import io.github.foggara.testkit.checkpoint.CoordinatorScenario;
import io.github.foggara.testkit.checkpoint.JobOfTasks;
import io.github.foggara.testkit.checkpoint.ManualCheckpointContext;
import io.github.foggara.testkit.disk.SimulatedDisk;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Plans of jobs of which some tasks have finished (SPEC-147 §4, A2, A3, A13). */
class FinishedTasksTest {
    private static final JobId JOB = new JobId(1, 3);

    private static List<String> names(Collection<ExecutionAttemptId> attempts) {
        return attempts.stream()
                .map(attempt -> attempt.vertex() + "." + attempt.subtask())
                .toList();
    }

    private static CheckpointPlan plan(JobOfTasks tasks) {
        return (CheckpointPlan) CheckpointPlan.of(tasks.vertices(), Set.of(), true);
    }

    @Test
    void allRun() {
        CheckpointPlan plan = plan(new JobOfTasks(JOB).vertex(2).vertex(2, new Producer(0, true)));
        assertThat(names(plan.trigger())).containsExactly("0.0", "0.1");
        assertThat(names(plan.waitFor())).containsExactly("0.0", "0.1", "1.0", "1.1");
    }

    @Test
    void someSourcesAllToAll() {
        JobOfTasks tasks = new JobOfTasks(JOB).vertex(2).vertex(2, new Producer(0, true));
        tasks.phase(0, 0, Phase.FINISHED);
        assertThat(names(plan(tasks).trigger())).containsExactly("0.1");
        assertThat(names(plan(tasks).waitFor())).containsExactly("0.1", "1.0", "1.1");
        tasks.phase(0, 1, Phase.FINISHED);
        assertThat(names(plan(tasks).trigger())).containsExactly("1.0", "1.1");
    }

    @Test
    void someSourcesPointwise() {
        JobOfTasks tasks = new JobOfTasks(JOB).vertex(2).vertex(2, new Producer(0, false));
        tasks.phase(0, 0, Phase.FINISHED);
        assertThat(names(plan(tasks).trigger())).containsExactly("0.1", "1.0");
    }

    @Test
    void oneOfTwoInputs() {
        JobOfTasks tasks =
                new JobOfTasks(JOB).vertex(1).vertex(1).vertex(1, new Producer(0, true), new Producer(1, true));
        tasks.phase(0, 0, Phase.FINISHED);
        assertThat(names(plan(tasks).trigger())).containsExactly("1.0");
    }

    @Test
    void failedTasksNeverCountAsFinished() {
        JobOfTasks tasks = new JobOfTasks(JOB).vertex(1).vertex(1, new Producer(0, true));
        tasks.phase(0, 0, Phase.ENDING);
        assertThat(CheckpointPlan.of(tasks.vertices(), Set.of(), true)).isInstanceOf(Refused.class);
        tasks.phase(0, 0, Phase.STARTING);
        assertThat(CheckpointPlan.of(tasks.vertices(), Set.of(), true)).isInstanceOf(Refused.class);
    }

    private static DefaultCheckpointService service() {
        return new DefaultCheckpointService(new SimulatedDisk(1, null).as(CheckpointDisk.class));
    }

    private static CoordinatorScenario scenario(boolean afterTasksFinish) {
        Map<String, String> options = Map.of("checkpoints-after-tasks-finish", String.valueOf(afterTasksFinish));
        return new CoordinatorScenario(service(), JOB, Path.of("checkpoints"), options, 0);
    }

    private static void finish(CoordinatorScenario scenario, int vertex, int subtask) {
        scenario.job().tasks().phase(vertex, subtask, Phase.FINISHED);
        scenario.coordinator().tasksChanged();
    }

    @Test
    void aFinishedSourceIsMarkedAndItsEnumeratorKept() throws Exception {
        CoordinatorScenario scenario = scenario(true);
        finish(scenario, 0, 0);
        finish(scenario, 0, 1);
        finish(scenario, 1, 2);
        scenario.trigger(Kind.CHECKPOINT);
        scenario.open(1);
        assertThat(scenario.job().takeSaid())
                .contains("trigger 1.0 1", "trigger 1.1 1")
                .doesNotContain("trigger 0.0 1");
        scenario.acknowledgeAll(1);
        scenario.job().runIo();
        CheckpointMetadata stored = scenario.storage().load("chk-1");
        assertThat(stored.vertices().get(0).finished()).isTrue();
        assertThat(stored.coordinator("vertex-0")).isPresent();
        assertThat(stored.vertices().get(1).subtasks()).containsOnlyKeys(0, 1);
    }

    @Test
    void oneThatFinishesBeforeItsBarrierIsPlannedAnew() {
        CoordinatorScenario scenario = scenario(true);
        ManualCheckpointContext job = scenario.job();
        finish(scenario, 0, 0);
        scenario.trigger(Kind.CHECKPOINT);
        scenario.open(1);
        assertThat(job.takeSaid()).contains("trigger 0.1 1");
        scenario.coordinator().decline(job.tasks().attempt(0, 1), 1, CheckpointDecline.TASK_FINISHED, "it ends");
        assertThat(job.takeSaid()).isEmpty();
        finish(scenario, 0, 1);
        assertThat(job.takeSaid()).containsExactly("trigger 1.0 1", "trigger 1.1 1", "trigger 1.2 1");
        scenario.acknowledgeAll(1);
        job.runIo();
        assertThat(job.takeSaid()).containsExactly("complete 1");
    }

    @Test
    void oneThatFinishesAfterItsAnswerHasAnswered() {
        CoordinatorScenario scenario = scenario(true);
        ManualCheckpointContext job = scenario.job();
        scenario.trigger(Kind.CHECKPOINT);
        scenario.open(1);
        List<ExecutionAttemptId> all = job.tasks().running();
        scenario.acknowledge(all.get(0), 1);
        finish(scenario, 0, 0);
        all.subList(1, all.size()).forEach(attempt -> scenario.acknowledge(attempt, 1));
        job.runIo();
        assertThat(job.metadata(1).vertices().get(0).subtasks()).containsOnlyKeys(0, 1);
    }

    @Test
    void withoutTheFeatureNoneIsTakenAnyMore() {
        CoordinatorScenario scenario = scenario(false);
        ManualCheckpointContext job = scenario.job();
        scenario.trigger(Kind.CHECKPOINT);
        scenario.open(1);
        job.takeSaid();
        finish(scenario, 0, 0);
        assertThat(job.takeSaid()).containsExactly("aborted 1 TASK_FINISHED");
        scenario.takeAnswers();
        scenario.trigger(Kind.CHECKPOINT);
        assertThat(job.takeSaid()).isEmpty();
        assertThat(scenario.takeAnswers()).containsExactly("failed");
    }

    @Test
    void withoutTheFeatureNoneHoldsATaskWhoseOperatorsHaveFinished() {
        CoordinatorScenario scenario =
                new CoordinatorScenario(service(), JOB, Path.of("checkpoints"), Map.of("interval", "1 s"), 0);
        ManualCheckpointContext job = scenario.job();
        job.runtime().advance(Duration.ofSeconds(1));
        scenario.open(1);
        job.takeSaid();
        SubtaskSnapshot.Figures figures = new SubtaskSnapshot.Figures(0, 0, 0, 0);
        SubtaskSnapshot ended = new SubtaskSnapshot(Map.of(), true, new long[0], new long[0], figures);
        scenario.coordinator().acknowledge(job.tasks().attempt(0, 0), 1, ended);
        assertThat(job.takeSaid()).containsExactly("aborted 1 TASK_FINISHED");
        assertThat(job.resting().orElseThrow())
                .contains("'vertex-0' (1/2) has finished", "checkpoints-after-tasks-finish");
        job.runtime().advance(Duration.ofSeconds(9));
        assertThat(job.takeSaid()).as("nobody is asked in vain again").isEmpty();
        job.tasks().restart(0, 0);
        scenario.coordinator().fence(Set.of(new TaskId(0, 0)), "it restarts");
        scenario.coordinator().tasksChanged();
        job.runtime().advance(Duration.ofSeconds(1));
        assertThat(job.resting()).isEmpty();
    }

    @Test
    void outputThatIsNotPublishedEndsThemInWords() {
        CoordinatorScenario scenario =
                new CoordinatorScenario(service(), JOB, Path.of("checkpoints"), Map.of("interval", "1 s"), 0);
        ManualCheckpointContext job = scenario.job();
        job.runtime().advance(Duration.ofSeconds(1));
        scenario.open(1);
        job.takeSaid();
        assertThat(job.resting()).isEmpty();
        job.tasks().phase(1, 2, Phase.UNPUBLISHED);
        scenario.coordinator().tasksChanged();
        assertThat(job.takeSaid()).containsExactly("aborted 1 TASK_FINISHED");
        assertThat(job.resting().orElseThrow())
                .startsWith("'vertex-1' (3/3) has finished, and what it has to publish stands in no checkpoint");
        job.runtime().advance(Duration.ofSeconds(9));
        assertThat(job.takeSaid()).isEmpty();
        job.tasks().restart(1, 2);
        scenario.coordinator().tasksChanged();
        assertThat(job.resting()).isEmpty();
    }

    @Test
    void whatIsPublishedWithACheckpointOfItsOwnDoesNotPassItWithTheFeatureEither() {
        CoordinatorScenario scenario = scenario(true);
        scenario.job().tasks().phase(1, 2, Phase.UNPUBLISHED);
        scenario.trigger(Kind.CHECKPOINT);
        assertThat(scenario.takeAnswers()).containsExactly("failed");
        assertThat(scenario.job().takeSaid()).isEmpty();
    }
}
