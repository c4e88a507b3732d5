package io.github.foggara.kernel.jobmaster;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.checkpoint.CheckpointMetadata;
import io.github.foggara.api.checkpoint.OperatorSnapshot;
import io.github.foggara.api.checkpoint.StateHandle;
import io.github.foggara.api.checkpoint.SubtaskSnapshot;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.state.OperatorStateBackend.Kind;
import io.github.foggara.kernel.fixture.Bench;
import io.github.foggara.kernel.fixture.MemoryStorage;
import io.github.foggara.kernel.gateway.TaskDeployment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A job begins from a checkpoint with partitions, one for each subtask, and with another number of subtasks. */
@Timeout(60)
class RescaledPartitionsTest {
    private final MemoryStorage storage = new MemoryStorage();
    private CheckpointRun run;

    @AfterEach
    void close() {
        run.bench.close();
    }

    /** From what three subtasks of 'sink' had. */
    private void start(Map<String, String> more) {
        storage.foreign.put("elsewhere/chk-9", ofThree());
        Map<String, String> options = new HashMap<>(CheckpointRun.OPTIONS);
        options.put("parallelism", "2");
        options.put("execution.state-recovery.path", "elsewhere/chk-9");
        options.putAll(more);
        run = new CheckpointRun(new Bench(), storage, options);
        run.run.start();
    }

    private static CheckpointMetadata ofThree() {
        Map<Integer, SubtaskSnapshot> subtasks = new HashMap<>();
        for (int i = 0; i < 3; i++) {
            OperatorSnapshot.Named head = new OperatorSnapshot.Named(
                    "head", Kind.SUBTASK_SEGMENTS, new StateHandle.Inline(CheckpointRun.bytes("of " + i)));
            OperatorSnapshot operator =
                    new OperatorSnapshot(new byte[0], Optional.empty(), List.of(head), List.of(), List.of());
            subtasks.put(
                    i,
                    new SubtaskSnapshot(
                            Map.of("sink", operator),
                            false,
                            new long[0],
                            new long[0],
                            new SubtaskSnapshot.Figures(0, 0, 0, 0)));
        }
        return new CheckpointMetadata(
                new JobId(7, 7),
                "job",
                9,
                0,
                CheckpointMetadata.Kind.SAVEPOINT,
                "f",
                List.of(new CheckpointMetadata.Vertex("sink", List.of("sink"), 3, 128, Map.of(), subtasks)));
    }

    private static List<String> heads(TaskDeployment task) {
        return task.restore().orElseThrow().state().getOrDefault("sink", List.of()).stream()
                .flatMap(snapshot -> snapshot.operatorStates().stream())
                .map(named -> new String(((StateHandle.Inline) named.bytes()).bytes()))
                .toList();
    }

    @Test
    void isRefusedWithTheOperatorAndTheOption() throws Exception {
        start(Map.of());
        RunReport refused = run.run.await(report ->
                report.state() == JobStatus.SUSPENDED || report.state().terminal());
        assertThat(refused.cause().orElseThrow())
                .contains("Checkpoint 9 of job 'job'", "operator 'sink'", "3 subtasks, and it has 2 now")
                .contains("execution.state-recovery.redistribute-partitions=true");
        assertThat(run.executor().deployed).isEmpty();
    }

    @Test
    void isSpreadIfThatIsWanted() throws Exception {
        start(Map.of("execution.state-recovery.redistribute-partitions", "true"));
        List<TaskDeployment> tasks = run.run.deployed(4);
        assertThat(heads(tasks.get(2))).containsExactly("of 0", "of 2");
        assertThat(heads(tasks.get(3))).containsExactly("of 1");
    }
}
