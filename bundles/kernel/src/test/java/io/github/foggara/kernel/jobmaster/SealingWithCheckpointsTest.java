package io.github.foggara.kernel.jobmaster;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.kernel.gateway.TaskDeployment;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A sink that cannot seal its output after the last task: the job goes back to its last checkpoint, as after any other failure. */
@Timeout(60)
class SealingWithCheckpointsTest {
    private final CheckpointRun checkpointed = new CheckpointRun();

    @AfterEach
    void close() {
        checkpointed.bench.close();
    }

    private void finish(List<TaskDeployment> tasks) {
        checkpointed.executor().finish(tasks.get(0), Map.of());
        checkpointed.executor().finish(tasks.get(1), Map.of("sink", List.of(CheckpointRun.bytes("last"))));
    }

    @Test
    void theJobRestartsFromItsLastCheckpoint() throws Exception {
        List<TaskDeployment> tasks = checkpointed.started();
        checkpointed.complete(tasks, "rest", "part");
        checkpointed.bench.sink.keeps = true;
        checkpointed.bench.sink.onPrepare = () -> {
            checkpointed.bench.sink.onPrepare = () -> {};
            throw new IOException("no space");
        };
        finish(tasks);
        RunReport restarting = checkpointed.run.await(report -> report.state() == JobStatus.RESTARTING);
        assertThat(restarting.cause().orElseThrow()).contains("no space");
        checkpointed.bench.runtime.awaitExactly(CheckpointRun.DELAY);
        checkpointed.bench.runtime.advance(CheckpointRun.DELAY);
        List<TaskDeployment> again = checkpointed.running();
        assertThat(again.get(0).restore().orElseThrow().checkpoint()).isEqualTo(1);
        assertThat(CheckpointRun.restoredSplits(again.get(0))).containsExactly("rest");
        finish(again);
        RunReport last = checkpointed.run.end();
        assertThat(last.state()).isEqualTo(JobStatus.FINISHED);
        assertThat(last.incidents()).hasSize(1);
        assertThat(checkpointed.bench.sink.calls)
                .containsSubsequence(
                        "commit 1 [part]", "suspend", "restore 1 [part]", "commit 1 [part]", "commit [last]");
    }

    @Test
    void withoutACheckpointYetItIsSealedAgain() throws Exception {
        List<TaskDeployment> tasks = checkpointed.started();
        checkpointed.bench.sink.keeps = true;
        checkpointed.bench.sink.onPrepare = () -> {
            checkpointed.bench.sink.onPrepare = () -> {};
            throw new IOException("no space");
        };
        finish(tasks);
        checkpointed.run.await(report -> report.state() == JobStatus.RESTARTING);
        checkpointed.bench.runtime.awaitExactly(CheckpointRun.DELAY);
        checkpointed.bench.runtime.advance(CheckpointRun.DELAY);
        assertThat(checkpointed.run.end().state()).isEqualTo(JobStatus.FINISHED);
        assertThat(checkpointed.bench.sink.calls).endsWith("commit [last]");
    }

    @Test
    void whatNoRestartHelpsEndsTheJob() throws Exception {
        List<TaskDeployment> tasks = checkpointed.started();
        checkpointed.complete(tasks, "rest", "part");
        checkpointed.bench.sink.onPrepare = () -> {
            throw new JobDefinitionException("two sinks would publish to one place");
        };
        finish(tasks);
        RunReport last = checkpointed.run.end();
        assertThat(last.state()).isEqualTo(JobStatus.FAILED);
        assertThat(last.cause().orElseThrow()).contains("one place");
    }
}
