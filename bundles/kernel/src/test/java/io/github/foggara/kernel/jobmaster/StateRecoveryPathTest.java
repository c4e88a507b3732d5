package io.github.foggara.kernel.jobmaster;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.JobStatus;
import io.github.foggara.kernel.fixture.Bench;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StateRecoveryPathTest {
    /** It would begin from the beginning, and nobody would know. */
    @Test
    void aBatchJobThatNamesACheckpointIsRefusedBeforeItRuns() throws Exception {
        try (Bench bench = new Bench()) {
            TestRun run = new TestRun(
                    bench,
                    Map.of(
                            "parallelism", "1",
                            "execution.runtime-mode", "BATCH",
                            "execution.state-recovery.path", "elsewhere/chk-1"));
            RunReport last = run.start().end();
            assertThat(last.state()).isEqualTo(JobStatus.FAILED);
            assertThat(last.cause().orElseThrow())
                    .contains("BATCH", "execution.state-recovery.path", "execution.runtime-mode=STREAMING");
            assertThat(bench.executor.deployed).isEmpty();
        }
    }
}
