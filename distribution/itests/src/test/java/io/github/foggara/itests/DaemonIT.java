package io.github.foggara.itests;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.itests.container.Directories;
import io.github.foggara.itests.container.Distribution;
import io.github.foggara.itests.container.Eventually;
import io.github.foggara.itests.container.Inside;
import io.github.foggara.itests.container.Script;
import io.github.foggara.itests.container.WordTexts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** {@code foggara start, status, shell, stop} as processes. */
class DaemonIT {
    private static final int KILLS = Integer.getInteger("foggara.kills", 5);
    private static final int KILLS_OF_A_ROUND = 5;
    private static final int FLOWING = 10_000_000;

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
    void ofTwoStartsAtOnceOneWinsAndTheOtherSaysWho() {
        List<Script.Started> both = List.of(foggara.start("start"), foggara.start("start"));
        List<Script.Result> results = both.stream()
                .map(Script::result)
                .sorted(Comparator.comparingInt(Script.Result::code))
                .toList();

        String pid = String.valueOf(pid(foggara.run("status").out()));
        assertThat(results).extracting(Script.Result::code).containsExactly(0, 4);
        assertThat(results.get(0).err()).isEqualTo("foggara: started, process " + pid + "\n");
        assertThat(results.get(1).err())
                .isEqualTo("foggara: another container (process " + pid + ") holds " + work.resolve("data")
                        + " already. Stop it with 'foggara stop', or set FOGGARA_DATA to a directory of its own.\n");
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

    /**
     * Each kill hits two jobs: {@code waiting} stands before its gate, {@code flowing} has records in flight. Every fifth comes
     * when the gate of the first was opened, so around its commit; then both end, and the next kills hit two new ones.
     */
    @Test
    void aContainerThatIsKilledAgainAndAgainGoesOnWithItsJobs() throws IOException {
        for (int kill = 0; kill < KILLS; kill++) {
            int round = kill / KILLS_OF_A_ROUND;
            boolean last = kill % KILLS_OF_A_ROUND == KILLS_OF_A_ROUND - 1 || kill == KILLS - 1;
            if (kill % KILLS_OF_A_ROUND == 0) {
                configure("waiting-" + round, 100, 1000);
                configure("flowing-" + round, FLOWING / 4, FLOWING);
                if (kill == 0) {
                    foggara.run("start");
                }
            }
            String waiting = awaitState("waiting-" + round, "RUNNING");
            String flowing = awaitState("flowing-" + round, "RUNNING");
            long pid = pid(foggara.run("status").out());
            if (last) {
                awaitCommit(round);
            }
            Script.signal("KILL", pid);
            Eventually.isTrue("the process is gone", () -> ProcessHandle.of(pid).isEmpty());
            Script.Result again = foggara.run("start");
            assertThat(again.code()).as("kill " + kill + ": " + again.err()).isZero();
            String state = last ? "FINISHED" : "RUNNING";
            assertThat(id(awaitState("waiting-" + round, state))).isEqualTo(id(waiting));
            assertThat(id(awaitState("flowing-" + round, state))).isEqualTo(id(flowing));
            if (last) {
                assertExact(round);
            }
        }
    }

    /** Opens the gates and waits, with each round a bit longer, at most until the output is there. */
    private void awaitCommit(int round) throws IOException {
        Files.createFile(work.resolve("waiting-" + round + ".gate"));
        Files.createFile(work.resolve("flowing-" + round + ".gate"));
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(10L * round + 10);
        Path output = work.resolve("waiting-" + round + ".out");
        Eventually.isTrue(
                "the commit comes near",
                () -> System.nanoTime() > end || !Directories.files(output).isEmpty());
    }

    private void configure(String job, int free, int count) throws IOException {
        Path text = Files.writeString(
                work.resolve("new.cfg"),
                "program = gated\nparallelism = 2\narg.free = " + free + "\narg.count = " + count + "\narg.gate = "
                        + work.resolve(job + ".gate") + "\narg.output = " + work.resolve(job + ".out") + "\n");
        Files.move(text, work.resolve("conf/foggara.job-" + job + ".cfg"), StandardCopyOption.ATOMIC_MOVE);
    }

    private void assertExact(int round) {
        Path waiting = work.resolve("waiting-" + round + ".out");
        Path flowing = work.resolve("flowing-" + round + ".out");
        assertThat(WordTexts.output(waiting)).isEqualTo(Inside.residues(1000));
        assertThat(WordTexts.output(flowing)).isEqualTo(Inside.residues(FLOWING));
        for (Path output : List.of(waiting, flowing)) {
            assertThat(Directories.files(output)).hasSize(2);
        }
        assertThat(Directories.files(work))
                .allMatch(name -> name.matches(
                        "(conf|deploy|data|log|tmp)/.*|(waiting|flowing)-\\d+\\.(gate|out/[^./][^/]*\\.csv)"
                                + "|std(out|err)\\d+\\.txt"));
    }

    private static String id(String info) {
        return info.lines()
                .filter(line -> line.startsWith("run "))
                .findFirst()
                .orElseThrow(() -> new AssertionError(info));
    }

    private Script.Result awaitPrograms() {
        return Eventually.get(
                "the programs are there",
                () -> foggara.run("status"),
                status -> status.out().contains("word-count") && status.out().contains("gated"));
    }

    private String awaitState(String job, String state) {
        return Eventually.get(
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
