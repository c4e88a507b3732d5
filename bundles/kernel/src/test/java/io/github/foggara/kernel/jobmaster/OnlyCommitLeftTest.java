package io.github.foggara.kernel.jobmaster;

import static io.github.foggara.kernel.fixture.FakeExecutor.take;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.JobStatus;
import io.github.foggara.kernel.gateway.TaskDeployment;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A run that was killed between the decision to publish and its end. */
class OnlyCommitLeftTest {
    @Test
    void itLooksForNoCheckpoint() throws Exception {
        CheckpointRun first = new CheckpointRun();
        List<TaskDeployment> tasks = first.started();
        first.complete(tasks, "rest", "one");
        first.run.endsAtDecision = true;
        first.executor().finish(tasks.get(0), Map.of());
        first.executor().finish(tasks.get(1), Map.of("sink", List.of(CheckpointRun.bytes("last"))));
        CheckpointRun next = new CheckpointRun(first);
        next.run.decided = Optional.of(take(first.run.decisions));
        next.run.start(first.run.id, 1);
        assertThat(next.run.end().state()).isEqualTo(JobStatus.FINISHED);
        assertThat(next.bench.sink.calls).containsExactly("commit [last]");
        first.bench.close();
        next.bench.close();
    }
}
