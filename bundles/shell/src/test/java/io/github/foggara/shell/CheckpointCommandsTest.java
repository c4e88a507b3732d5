package io.github.foggara.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.client.CheckpointInfo;
import io.github.foggara.api.client.JobStatus;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CheckpointCommandsTest {
    private final FakeJobs jobs = new FakeJobs();
    private final CheckpointCommands commands = new CheckpointCommands(jobs);

    private static CheckpointInfo complete(long id) {
        return new CheckpointInfo(
                id,
                "CHECKPOINT",
                0,
                87,
                123_456,
                4,
                2,
                Optional.of("counts 2/2"),
                Optional.of("dir/chk-7"),
                Optional.empty());
    }

    private static CheckpointInfo failed(long id) {
        return new CheckpointInfo(
                id,
                "CHECKPOINT",
                0,
                1_500,
                0,
                0,
                0,
                Optional.empty(),
                Optional.empty(),
                Optional.of("the disk is full\nat line 1"));
    }

    @Test
    void theyAreListedNewestFirst() {
        jobs.scenes.add(FakeJobs.checkpoints(complete(7), failed(8)));
        assertThat(commands.list("wc").lines()).hasSize(3);
        assertThat(commands.list("wc").lines().skip(1).findFirst().orElse(""))
                .contains("8", "1.5 s", "failed: the disk is full")
                .doesNotContain("line 1");
        assertThat(commands.list("wc").lines().skip(2).findFirst().orElse(""))
                .contains("7", "87 ms", "123,456", "4 ms", "2 ms", "counts 2/2", "dir/chk-7");
    }

    @Test
    void aJobWithoutAnySaysSo() {
        jobs.scenes.add(FakeJobs.job(JobStatus.RUNNING, 1, 4, null));
        assertThat(commands.list("wc")).isEqualTo("Job wc has had no checkpoint.");
        assertThatThrownBy(() -> commands.trigger("wc")).hasMessage("Job 'wc' has no checkpoints");
        assertThatThrownBy(() -> commands.list("x")).hasMessageContaining("There is no job 'x'");
    }

    @Test
    void oneThatWasAskedForIsNamed() {
        jobs.scenes.add(FakeJobs.checkpoints(complete(7)));
        assertThat(commands.trigger("wc")).isEqualTo("Checkpoint 7 of job wc is complete: dir/chk-7");
    }

    @Test
    void thePageOfAJobShowsTheNewestCompleteOneAndWhatFailedSince() {
        jobs.scenes.add(FakeJobs.checkpoints(complete(6), complete(7), failed(8)));
        assertThat(new JobCommands(jobs, null).info("wc"))
                .contains("checkpoint 8  failed after 1.5 s: the disk is full")
                .contains("checkpoint 7  123,456 bytes in 87 ms, alignment 4 ms, pause 2 ms, last counts 2/2")
                .doesNotContain("checkpoint 6");
    }
}
