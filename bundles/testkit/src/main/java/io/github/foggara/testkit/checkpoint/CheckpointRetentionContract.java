package io.github.foggara.testkit.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.checkpoint.CheckpointDecline;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Kind;
import io.github.foggara.api.checkpoint.CheckpointService;
import io.github.foggara.api.checkpoint.StateHandle;
import io.github.foggara.api.checkpoint.SubtaskSnapshot;
import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a {@code CheckpointCoordinator} lets go, and when. A suite extends {@link CheckpointCoordinatorContract}. */
public abstract class CheckpointRetentionContract {
    private static final long BEFORE = 7;
    private static long jobs;

    CoordinatorScenario scenario;

    /** One for all lives of a test. */
    protected abstract CheckpointService service();

    /** What it may write to. */
    protected Path directory() {
        return Path.of("checkpoints");
    }

    final CoordinatorScenario start(Map<String, String> options) {
        JobId id = new JobId(9, ++jobs);
        scenario = new CoordinatorScenario(
                service(),
                new ManualCheckpointContext(
                        id,
                        CoordinatorScenario.tasks(id),
                        directory(),
                        CoordinatorScenario.configuration(options),
                        BEFORE));
        return scenario;
    }

    final ManualCheckpointContext job() {
        return scenario.job();
    }

    final void assertSaid(String... calls) {
        assertThat(job().takeSaid()).containsExactly(calls);
    }

    final void opened(long checkpoint) {
        scenario.trigger(Kind.CHECKPOINT);
        scenario.open(checkpoint);
        job().takeSaid();
    }

    @Test
    void olderOnesGoWhenTheNewerIsRecordedAndNotBefore() {
        start(Map.of());
        scenario.complete(8, Kind.CHECKPOINT);
        scenario.trigger(Kind.CHECKPOINT);
        scenario.open(9);
        scenario.acknowledgeAll(9);
        job().runIo();
        assertThat(scenario.stored()).as("9 is not recorded").containsExactly(8L, 9L);
        job().takeSaid();
        scenario.coordinator().recorded(9);
        job().runIo();
        assertSaid("discarded 8");
        assertThat(scenario.stored()).containsExactly(9L);
    }

    @Test
    void sharedFilesGoWithTheLastOneThatPointsAtThem() {
        start(Map.of());
        scenario.complete(8, Kind.CHECKPOINT);
        Set<StateHandle> old = new HashSet<>(scenario.handles(8));
        scenario.complete(9, Kind.CHECKPOINT);
        old.addAll(scenario.handles(9));
        scenario.trigger(Kind.CHECKPOINT);
        scenario.open(10);
        scenario.acknowledgeAll(10);
        job().runIo();
        assertThat(scenario.handles(9)).as("10 is not recorded").allMatch(scenario::holds);
        scenario.coordinator().recorded(10);
        job().runIo();
        Set<StateHandle> needed = scenario.handles(10);
        assertThat(needed).allMatch(scenario::holds).anyMatch(old::contains);
        old.removeAll(needed);
        assertThat(old)
                .filteredOn(StateHandle.InFile.class::isInstance)
                .isNotEmpty()
                .noneMatch(scenario::holds);
    }

    @Test
    void savepointsStay() {
        start(Map.of());
        scenario.complete(8, Kind.SAVEPOINT);
        scenario.complete(9, Kind.CHECKPOINT);
        scenario.complete(10, Kind.CHECKPOINT);
        assertThat(scenario.stored()).containsExactly(8L, 10L);
    }

    @Test
    void filesOfLateAnswersGo() {
        start(Map.of());
        opened(8);
        scenario.coordinator().decline(job().tasks().attempt(1, 0), 8, CheckpointDecline.SNAPSHOT_FAILED, "no");
        assertSaid("aborted 8 SNAPSHOT_FAILED", "intolerable");
        job().runIo();
        ExecutionAttemptId late = job().tasks().attempt(1, 1);
        SubtaskSnapshot written = scenario.write(late, 8);
        assertThat(scenario.holds(written)).isTrue();
        scenario.coordinator().acknowledge(late, 8, written);
        job().runIo();
        assertThat(scenario.holds(written)).isFalse();
    }
}
