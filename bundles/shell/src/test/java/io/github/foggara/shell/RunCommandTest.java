package io.github.foggara.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.JobStatus;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunCommandTest {
    private final FakeJobs jobs = new FakeJobs();
    private final ByteArrayOutputStream results = new ByteArrayOutputStream();
    private final ByteArrayOutputStream messages = new ByteArrayOutputStream();
    private long nanos;

    private int run(boolean terminal, String... words) {
        return new RunCommand(jobs, stream(results), stream(messages), terminal, Path.of("/home/u"), () -> {
                    nanos += 1_000_000_000L;
                    return nanos;
                })
                .run(words);
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private String results() {
        return results.toString(StandardCharsets.UTF_8);
    }

    private String messages() {
        return messages.toString(StandardCharsets.UTF_8);
    }

    @Test
    void resultsGoToOneStreamAndMessagesToTheOther() {
        jobs.scenes.add(FakeJobs.job(JobStatus.RUNNING, 1, 4, null));
        jobs.scenes.add(FakeJobs.job(JobStatus.RUNNING, 2, 4, null));
        jobs.scenes.add(FakeJobs.job(JobStatus.FINISHED, 4, 4, null));

        assertThat(run(false, "word-count", "--input", "a.txt", "--parallelism", "3", "-Dx.y=z", "--name", "wc"))
                .isEqualTo(0);

        assertThat(results()).isEqualTo("the 12\nof 7\n");
        assertThat(messages().lines())
                .containsExactly(
                        "wc: 25 % read, ? records/s, 2.0 s elapsed, about 6.0 s left",
                        "wc: 50 % read, 10 records/s, 2.0 s elapsed, about 2.0 s left",
                        "Job wc finished in 2.0 s.",
                        "  VERTEX  SUBTASKS  RUNNING  FINISHED  RECORDS IN  RECORDS OUT",
                        "  lines          2        2         0          40           80",
                        "  counts         2        1         1          80            0");
        assertThat(jobs.submitted).singleElement().satisfies(s -> {
            assertThat(s.name()).isEqualTo("wc");
            assertThat(s.options()).isEqualTo(Map.of("parallelism", "3", "x.y", "z"));
            assertThat(s.arguments()).isEqualTo(Map.of("input", "/home/u/a.txt"));
        });
    }

    @Test
    void nobodySaysWhatIsLeftWhileNothingIsRead() {
        jobs.scenes.add(FakeJobs.job(JobStatus.RUNNING, 2, 4, null));
        jobs.scenes.add(FakeJobs.job(JobStatus.RUNNING, 2, 4, null));
        jobs.scenes.add(FakeJobs.job(JobStatus.FINISHED, 4, 4, null));

        assertThat(run(false, "word-count")).isEqualTo(0);

        assertThat(messages().lines())
                .startsWith(
                        "wc: 50 % read, ? records/s, 2.0 s elapsed, about 2.0 s left",
                        "wc: 50 % read, 0 records/s, 2.0 s elapsed");
    }

    @Test
    void aTerminalSeesOneLineRewrittenAndErasedBeforeTheEnd() {
        jobs.scenes.add(FakeJobs.job(JobStatus.RUNNING, 1, 4, null));
        jobs.scenes.add(FakeJobs.job(JobStatus.FINISHED, 4, 4, null));

        assertThat(run(true, "word-count")).isEqualTo(0);

        assertThat(messages()).startsWith("\r\u001b[Kwc: 25 % read").contains("left\r\u001b[KJob wc finished");
    }

    @Test
    void aSuspendedJobNamesItsCauseOnce() {
        for (int i = 0; i < 3; i++) {
            jobs.scenes.add(FakeJobs.job(JobStatus.SUSPENDED, 0, -1, "no shuffle service 'local'"));
        }
        jobs.scenes.add(FakeJobs.job(JobStatus.FINISHED, 4, 4, null));

        assertThat(run(false, "word-count")).isEqualTo(0);

        assertThat(messages().lines().filter(l -> l.contains("SUSPENDED")))
                .containsExactly("wc: SUSPENDED, no shuffle service 'local'");
    }

    @Test
    void resultsThatCannotBeWrittenAreNoSuccess() {
        jobs.scenes.add(FakeJobs.job(JobStatus.FINISHED, 4, 4, null));
        OutputStream full = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("No space left on device");
            }
        };

        int code = new RunCommand(
                        jobs, new PrintStream(full), stream(messages), false, Path.of("/home/u"), System::nanoTime)
                .run("word-count");

        assertThat(code).isEqualTo(1);
        assertThat(messages()).contains("Job wc finished", "Standard output is closed or full");
    }

    @Test
    void aFailedJobEndsWithOneAndItsCause() {
        jobs.scenes.add(
                FakeJobs.job(JobStatus.FAILED, 1, 4, "java.lang.ArithmeticException: / by zero\n\tat user.Code"));

        assertThat(run(false, "word-count")).isEqualTo(1);

        assertThat(results()).isEmpty();
        assertThat(messages())
                .contains("Job wc failed after 2.0 s.\njava.lang.ArithmeticException: / by zero\n\tat user");
    }

    @Test
    void anInterruptCancelsWaitsAndSaysSo() {
        jobs.scenes.add(FakeJobs.job(JobStatus.RUNNING, 1, 4, null));
        int[] looks = {0};
        jobs.onAwait = () -> {
            if (++looks[0] == 2) {
                Thread.currentThread().interrupt();
            }
        };

        assertThat(run(false, "word-count", "--name=wc")).isEqualTo(130);

        assertThat(jobs.canceled).containsExactly("wc");
        assertThat(messages()).contains("Canceling job wc ...", "Job wc is canceled.");
    }

    @Test
    void aJobCanceledBySomebodyElseIsNoSuccess() {
        jobs.scenes.add(FakeJobs.job(JobStatus.CANCELED, 1, 4, null));

        assertThat(run(false, "word-count")).isEqualTo(1);

        assertThat(messages()).contains("was canceled");
    }

    @Test
    void wrongCommandLinesStartNothing() {
        assertThat(run(false)).isEqualTo(2);
        assertThat(run(false, "word-count", "--input")).isEqualTo(2);
        assertThat(run(false, "word-count", "--input", "--output", "x")).isEqualTo(2);
        assertThat(run(false, "word-count", "surplus")).isEqualTo(2);
        assertThat(run(false, "word-count", "-x")).isEqualTo(2);
        assertThat(run(false, "word-count", "-Dx")).isEqualTo(2);
        assertThat(run(false, "word-count", "--a", "1", "--a", "2")).isEqualTo(2);
        assertThat(run(false, "word-cuont")).isEqualTo(2);

        assertThat(jobs.submitted).isEmpty();
        assertThat(results()).isEmpty();
        assertThat(messages())
                .contains(
                        "The name of the program is missing.",
                        "The value of --input is missing.",
                        "'surplus' is not understood",
                        "'-x' is not understood",
                        "An option is written -Dkey=value, not '-Dx'.",
                        "'a' is given twice.",
                        "There is no program 'word-cuont'. Known: word-count.");
    }

    @Test
    void optionsThatHaveAWayOfTheirOwnAreRefusedWithIt() {
        assertThat(run(false, "word-count", "-Dprogram=other")).isEqualTo(2);
        assertThat(run(false, "word-count", "-Darg.input=a.txt")).isEqualTo(2);
        assertThat(run(false, "word-count", "-Darg.=1")).isEqualTo(2);
        assertThat(run(false, "word-count", "-Dname=wc")).isEqualTo(2);

        assertThat(jobs.submitted).isEmpty();
        assertThat(messages())
                .contains(
                        "'-Dprogram=other' is not understood: the program is the first word, other.",
                        "'-Darg.input=a.txt' is not understood: an argument of the program is written"
                                + " --input a.txt.",
                        "'-Darg.=1' is not understood: an argument of the program is written --NAME VALUE.",
                        "'-Dname=wc' is not understood: the name of the job is written --name wc.");
    }

    @Test
    void helpIsAResult() {
        assertThat(run(false, "--help")).isEqualTo(0);

        assertThat(results()).startsWith("Usage: foggara run JOB");
        assertThat(messages()).isEmpty();
    }

    @Test
    void negativeNumbersAndAbsolutePathsAreValues() {
        jobs.scenes.add(FakeJobs.job(JobStatus.FINISHED, 4, 4, null));

        run(false, "word-count", "--offset", "-3", "--input", "/abs/*.txt", "--output=out dir");

        assertThat(jobs.submitted.get(0).arguments())
                .isEqualTo(Map.of("offset", "-3", "input", "/abs/*.txt", "output", "/home/u/out dir"));
    }
}
