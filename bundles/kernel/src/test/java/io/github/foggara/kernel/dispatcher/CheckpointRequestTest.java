package io.github.foggara.kernel.dispatcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.checkpoint.CheckpointMetadata;
import io.github.foggara.api.client.CheckpointInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.kernel.jobmaster.RunReport;
import io.github.foggara.kernel.runtime.JvmRuntime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CheckpointRequestTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    private final JvmRuntime runtime = new JvmRuntime();
    private final JobViews views = new JobViews(runtime);
    private final CheckpointRequest request = new CheckpointRequest("job", views);

    @AfterEach
    void close() {
        runtime.close();
    }

    private void show(long checkpoint) {
        JobEntry entry = new JobEntry("job", true);
        CheckpointInfo info = new CheckpointInfo(
                checkpoint, "CHECKPOINT", 0, 1, 2, 3, 4, Optional.empty(), Optional.of("chk"), Optional.empty());
        entry.status = new RunReport(
                JobStatus.RUNNING, Optional.empty(), List.of(), 0, 0, List.of(), List.of(info), List.of(), List.of());
        views.publish("job", entry.view());
    }

    @Test
    void itIsShownAsUsersSeeIt() throws Exception {
        request.completed(new CheckpointMetadata.Pointer(7, 0, CheckpointMetadata.Kind.CHECKPOINT, "chk", 2));
        Thread later = runtime.newThread("view", null, () -> show(7));
        later.start();
        assertThat(request.await(LONG).pointer()).contains("chk");
        later.join();
    }

    @Test
    void whyItFailedIsSaid() {
        request.failed("the disk is full");
        assertThatThrownBy(() -> request.await(LONG)).hasMessage("the disk is full");
    }

    @Test
    void nobodyWaitsForEver() {
        show(3);
        assertThatThrownBy(() -> request.await(Duration.ofMillis(5))).hasMessageContaining("has not ended within 5 ms");
    }
}
