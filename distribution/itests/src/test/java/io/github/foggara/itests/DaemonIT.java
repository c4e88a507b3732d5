package io.github.foggara.itests;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.itests.container.Distribution;
import io.github.foggara.itests.container.Eventually;
import io.github.foggara.itests.container.Inside;
import io.github.foggara.itests.container.Script;
import io.github.foggara.itests.container.WordTexts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** {@code foggara start, status, shell, stop} as processes. */
class DaemonIT {
    private final Path work = Distribution.workDirectory("DaemonIT");
    private final Script foggara = new Script(work);

    @AfterEach
    void stop() {
        foggara.run("stop");
    }

    @Test
    void aContainerStartsAnswersAndStops() {
        assertThat(foggara.run("status").code()).isEqualTo(3);
        Script.Result start = foggara.run("start");
        assertThat(start.code()).as(start.err()).isZero();
        assertThat(start.out()).isEmpty();

        Script.Result status = awaitPrograms();
        assertThat(status.out()).contains("state    RUNNING", "health    ok");

        Script.Result second = foggara.run("start");
        assertThat(second.code()).isEqualTo(4);
        assertThat(second.err()).contains(work.resolve("data").toString());

        Script.Result list = foggara.run("shell", "job:list");
        assertThat(list.code()).isZero();
        assertThat(list.out()).contains("There is no job.");
        Script.Result unknown = foggara.run("shell", "job:info nobody");
        assertThat(unknown.code()).isNotZero();
        assertThat(unknown.err()).contains("There is no job 'nobody'").doesNotContain("\tat ");
        assertThat(unknown.out()).isEmpty();
        Script.Result nameless = foggara.run("shell", "job:info");
        assertThat(nameless.code()).isEqualTo(2);
        assertThat(nameless.err()).contains("job:info NAME");
        assertThat(foggara.run("shell", "felix:headers io.github.foggara.shell").out())
                .contains("Bundle-SymbolicName = io.github.foggara.shell");
        assertThat(foggara.run("shell", "felix:stop io.github.foggara.nobody").err())
                .contains("felix:lb");

        assertThat(foggara.run("stop").code()).isZero();
        assertThat(foggara.run("status").code()).isEqualTo(3);
        assertThat(foggara.run("stop").code()).isEqualTo(3);
    }

    @Test
    void aSubmittedJobRunsInTheContainer() {
        Path input = WordTexts.write(work.resolve("text.txt"), 5, 5_000);
        foggara.run("start");
        awaitPrograms();

        Script.Result submit = foggara.run(
                "shell", "job:submit word-count --name words --parallelism 2 --input " + input + " --output out");
        assertThat(submit.code()).as(submit.out() + submit.err()).isZero();
        awaitState("words", "FINISHED");

        assertThat(WordTexts.output(work.resolve("out"))).isEqualTo(WordTexts.expected(input));
        assertThat(foggara.run("shell", "job:list").out()).contains("words", "FINISHED", "word-count");
        assertThat(foggara.run("shell", "plugin:list").out()).contains("ShuffleService", "local");
    }

    @Test
    void aKilledContainerGoesOnWithItsJobs() throws IOException {
        Files.writeString(
                work.resolve("conf/foggara.job-survivor.cfg"),
                "program = gated\nparallelism = 2\narg.gate = " + work.resolve("gate") + "\narg.output = "
                        + work.resolve("out") + "\n");
        foggara.run("start");
        awaitState("survivor", "RUNNING");

        long pid = pid(foggara.run("status").out());
        Script.signal("KILL", pid);
        Eventually.isTrue("the process is gone", () -> ProcessHandle.of(pid).isEmpty());
        Script.Result again = foggara.run("start");
        assertThat(again.code()).as(again.err()).isZero();
        awaitState("survivor", "RUNNING");
        Files.createFile(work.resolve("gate"));
        awaitState("survivor", "FINISHED");

        assertThat(WordTexts.output(work.resolve("out"))).isEqualTo(Inside.residues(1000));
    }

    private Script.Result awaitPrograms() {
        return Eventually.get(
                "the programs are there",
                () -> foggara.run("status"),
                status -> status.out().contains("word-count") && status.out().contains("gated"));
    }

    private void awaitState(String job, String state) {
        Eventually.get(
                job + " is " + state,
                () -> foggara.run("shell", "job:info " + job).out(),
                info -> info.contains("state     " + state));
    }

    private static long pid(String status) {
        return status.lines()
                .filter(line -> line.startsWith("process "))
                .mapToLong(line -> Long.parseLong(line.substring(8).strip()))
                .findFirst()
                .orElseThrow();
    }
}
