package io.github.foggara.itests;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.itests.container.Distribution;
import io.github.foggara.itests.container.Eventually;
import io.github.foggara.itests.container.HostContainer;
import io.github.foggara.itests.container.Inside;
import io.github.foggara.itests.container.JobBundle;
import io.github.foggara.itests.container.WordTexts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** A second container on the same data knows what the first one did. */
class RestartIT {
    private final Path work = Distribution.workDirectory("RestartIT");

    private HostContainer start() {
        return HostContainer.start(work, Distribution.bundles()).awaitReady();
    }

    private void configure(String job, String program, String... more) throws IOException {
        StringBuilder text = new StringBuilder("program = " + program + "\n");
        if (program.equals("gated")) {
            text.append("arg.gate = ").append(work.resolve(job + "-gate")).append('\n');
            text.append("arg.output = ").append(work.resolve(job + "-out")).append('\n');
        }
        for (String line : more) {
            text.append(line).append('\n');
        }
        Files.createDirectories(work.resolve("conf"));
        Files.writeString(work.resolve("conf/foggara.job-" + job + ".cfg"), text);
    }

    private static String id(String info) {
        return info.lines().filter(line -> line.startsWith("run ")).findFirst().orElseThrow();
    }

    @Test
    void runningJobsGoOnAndOthersStayAsTheyAre() throws IOException {
        Files.createDirectories(work.resolve("deploy"));
        Files.write(work.resolve("deploy/jobs.jar"), JobBundle.testJobs("1.0.0"));
        Files.createFile(work.resolve("done-gate"));
        configure("done", "gated");
        configure("broken", "failing");
        configure("open", "gated", "parallelism = 2");
        configure("stopped", "gated");
        String done;
        String broken;
        String open;
        String stopped;
        try (HostContainer first = start()) {
            done = first.awaitState("done", "FINISHED");
            broken = first.awaitState("broken", "FAILED");
            open = first.awaitState("open", "RUNNING");
            first.awaitState("stopped", "RUNNING");
            first.shell("job:cancel stopped");
            stopped = first.awaitState("stopped", "CANCELED");
        }
        assertThat(broken).contains("seven is not accepted", "Jobs.fail");
        long written = Files.getLastModifiedTime(work.resolve("done-out")).toMillis();

        try (HostContainer second = start()) {
            assertThat(id(second.awaitState("open", "RUNNING"))).isEqualTo(id(open));
            assertThat(id(second.awaitState("done", "FINISHED"))).isEqualTo(id(done));
            assertThat(second.awaitState("broken", "FAILED")).contains(id(broken), "seven is not accepted");
            assertThat(id(second.awaitState("stopped", "CANCELED"))).isEqualTo(id(stopped));
            Files.createFile(work.resolve("open-gate"));
            second.awaitState("open", "FINISHED");

            assertThat(WordTexts.output(work.resolve("open-out"))).isEqualTo(Inside.residues(1000));
            assertThat(Files.getLastModifiedTime(work.resolve("done-out")).toMillis())
                    .isEqualTo(written);

            second.shell("job:start broken");
            Eventually.get(
                    "the failed job ran again",
                    () -> second.shell("job:info broken"),
                    info -> !id(info).equals(id(broken)) && info.contains("state     FAILED"));
        }
    }

    @Test
    void refusedValuesDoNotComeIntoForceByARestart() throws IOException {
        Files.createDirectories(work.resolve("deploy"));
        Files.write(work.resolve("deploy/jobs.jar"), JobBundle.testJobs("1.0.0"));
        configure("kept", "gated", "parallelism = 2");
        String running;
        try (HostContainer first = start()) {
            running = first.awaitState("kept", "RUNNING");
            configure("kept", "gated", "parallelism = 0");
            Eventually.get(
                    "the bad value is refused",
                    () -> first.shell("job:info kept"),
                    info -> info.contains("refused   ") && info.contains("'0'"));
        }

        try (HostContainer second = start()) {
            String info = second.awaitState("kept", "RUNNING");
            assertThat(id(info)).isEqualTo(id(running));
            assertThat(info).contains("option    parallelism = 2", "refused   ");
            Files.createFile(work.resolve("kept-gate"));
            second.awaitState("kept", "FINISHED");
        }
    }
}
