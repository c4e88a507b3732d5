package io.github.foggara.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.client.PluginInfo;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class JobCommandsTest {
    private final FakeJobs jobs = new FakeJobs();
    private final JobCommands commands = new JobCommands(jobs, Path.of("/d"));

    @Test
    void listIsOneLinePerJobAlsoForACauseOfManyLines() {
        jobs.scenes.add(FakeJobs.job(JobStatus.FAILED, 1, 4, "java.io.IOException: disk\n\tat a\n\tat b"));

        assertThat(commands.list().lines())
                .containsExactly(
                        "NAME  STATE   PROGRAM     READ  DURATION  NOTE",
                        "wc    FAILED  word-count  25 %     2.0 s  java.io.IOException: disk");
    }

    @Test
    void emptyListsSaySo() {
        assertThat(commands.list()).isEqualTo("There is no job.");
        assertThat(commands.plugins()).isEqualTo("There is no plugin.");
    }

    @Test
    void infoTellsOptionsArgumentsVerticesAndReport() {
        jobs.scenes.add(FakeJobs.job(JobStatus.FINISHED, 4, 4, null));

        assertThat(commands.info("wc"))
                .contains(
                        "state     FINISHED",
                        "option    parallelism = 2",
                        "argument  input = a.txt",
                        "counts         2        1         1          80            0",
                        "the 12\nof 7");
    }

    @Test
    void infoOfAnUnknownJobNamesTheKnownOnes() {
        assertThatThrownBy(() -> commands.info("x")).hasMessage("There is no job 'x'. There is none at all.");
        jobs.scenes.add(FakeJobs.job(JobStatus.RUNNING, 1, 4, null));
        assertThatThrownBy(() -> commands.info("x")).hasMessage("There is no job 'x'. There are: wc.");
    }

    @Test
    void submitStartAndCancelAnswerInWords() {
        assertThat(commands.submit("word-count", "--name", "a")).startsWith("Job a is submitted");
        assertThat(commands.cancel("a")).isEqualTo("Job a is being canceled.");
        assertThatThrownBy(() -> commands.start("a")).hasMessage("The job 'a' is RUNNING.");
    }

    @Test
    void aJobThatIsOverIsNotCanceled() {
        jobs.scenes.add(FakeJobs.job(JobStatus.FINISHED, 4, 4, null));

        assertThatThrownBy(() -> commands.cancel("wc"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Job 'wc' is FINISHED already; nothing to cancel.");
        assertThat(jobs.canceled).isEmpty();
    }

    @Test
    void pluginsStandInAlignedColumns() {
        jobs.plugins.add(new PluginInfo("ShuffleService", "local", "io.x 1.0.0", 12));
        jobs.plugins.add(new PluginInfo("OperatorProvider", "w", "y 1", 0));

        assertThat(commands.plugins().lines())
                .containsExactly(
                        "TYPE              NAME   BUNDLE      LEASES",
                        "OperatorProvider  w      y 1              0",
                        "ShuffleService    local  io.x 1.0.0      12");
    }

    @Test
    void statusShowsHealth() {
        jobs.health.add("Task wc/map/0 hangs in thread foggara-task-7");

        assertThat(commands.status()).contains("programs  word-count", "health    Task wc/map/0 hangs");
    }
}
