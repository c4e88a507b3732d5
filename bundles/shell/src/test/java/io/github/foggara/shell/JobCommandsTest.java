package io.github.foggara.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.client.FailureInfo;
import io.github.foggara.api.client.IncidentInfo;
import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.client.PluginInfo;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
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
    void infoTellsOfEachFailureAndWhatWasDone() {
        JobInfo job = FakeJobs.job(JobStatus.RUNNING, 1, 4, null);
        FailureInfo root = new FailureInfo(0, "counts", 1, 2, "user code", "java.lang.IllegalStateException: boom");
        FailureInfo beside = new FailureInfo(0, "", 0, 0, "environment", "disk full");
        jobs.scenes.add(FakeJobs.incidents(
                job,
                List.of(
                        new IncidentInfo(
                                1, 0, List.of(root), "region (b 1)", "lines (2), counts (2)", 1500, Optional.empty()),
                        new IncidentInfo(2, 0, List.of(beside), "", "", 0, Optional.of("gave up after 1 restart")))));
        assertThat(commands.info("wc").lines())
                .contains(
                        "attempts  lines 1, counts 0",
                        "incident 1  region (b 1) restarts lines (2), counts (2) after 1.5 s",
                        "incident 2  not restarted: gave up after 1 restart")
                .anyMatch(line -> line.endsWith(
                        "counts, subtask 2, attempt 2 (user code): java.lang.IllegalStateException: boom"))
                .anyMatch(line -> line.endsWith("beside the tasks (environment): disk full"));
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
