package io.github.foggara.itests;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.itests.container.Directories;
import io.github.foggara.itests.container.Distribution;
import io.github.foggara.itests.container.Eventually;
import io.github.foggara.itests.container.Inside;
import io.github.foggara.itests.container.Member;
import io.github.foggara.itests.container.Script;
import io.github.foggara.itests.container.WordTexts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** {@code foggara start, status, shell, stop} as processes. */
class DaemonIT {
    private static final int KILLS = Integer.getInteger("foggara.kills", 5);
    private static final int KILLS_OF_A_ROUND = 5;
    private static final int FLOWING = 10_000_000;
    private static final String[] FORGOTTEN_SOON = {
        "program = gated", "arg.free = 100", "arg.count = 1000", "job.removal-grace = 500 ms"
    };
    private static final List<String> JOBS = List.of("waiting", "flowing", "held");
    private static final int PARTS = 64;

    private final Path work = Distribution.workDirectory("DaemonIT");
    private final Script foggara = new Script(work);
    private final Member container = new Member("embedded", work, foggara);

    @AfterEach
    void stop() {
        foggara.stop();
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

        String pid = String.valueOf(pid(foggara.status().out()));
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
        assertThat(foggara.shell("job:list").out()).contains("words", "FINISHED", "word-count");
        assertThat(foggara.shell("plugin:list").out()).contains("ShuffleService", "local");
    }

    @Test
    void aConfigurationRemovedWhileNoContainerRunsIsForgotten() throws IOException {
        configure("gone", FORGOTTEN_SOON);
        configure("kept", FORGOTTEN_SOON);
        configure("damaged", FORGOTTEN_SOON);
        for (String job : List.of("gone", "kept", "damaged")) {
            Files.createFile(work.resolve(job + ".gate"));
        }
        foggara.run("start");
        String before = awaitState("gone", "FINISHED");
        String kept = awaitState("kept", "FINISHED");
        awaitState("damaged", "FINISHED");
        foggara.run("stop");
        Path file = work.resolve("conf/foggara.job-gone.cfg");
        Path aside = Files.move(file, work.resolve("aside.cfg"));
        Files.delete(work.resolve("conf/foggara.job-damaged.cfg"));
        Path damaged = Files.write(work.resolve("data/jobs/damaged/run"), new byte[9]);
        // A file that cannot be read is no configuration, but one is to come.
        Files.writeString(work.resolve("conf/foggara.job-kept.cfg"), "arg.x = C:\\users\n");
        Directories.delete(work.resolve("gone.out"));

        foggara.run("start");
        Eventually.get(
                "the job is forgotten",
                () -> foggara.shell("job:info gone").err(),
                text -> text.contains("There is no job 'gone'"));
        assertThat(work.resolve("data/jobs/gone")).doesNotExist();
        assertThat(id(awaitState("kept", "FINISHED"))).isEqualTo(id(kept));
        Eventually.get(
                "the damaged record is told",
                () -> foggara.status().out(),
                status -> status.contains("then delete that file") && status.contains(damaged.toString()));

        Files.move(aside, file);
        assertThat(id(awaitState("gone", "FINISHED"))).isNotEqualTo(id(before));
        assertThat(WordTexts.output(work.resolve("gone.out"))).isEqualTo(Inside.residues(1000));
    }

    @Test
    void aConfigurationFileThatCannotBeReadIsInTheStatusUntilItIsCorrected() throws IOException {
        foggara.run("start");
        awaitPrograms();
        Path file = work.resolve("conf/foggara.job-bad.cfg");
        Files.writeString(file, "program = gated\narg.x = C:\\users\n");
        Script.Result status = Eventually.get(
                "the file is named", foggara::status, s -> s.out().contains("not readable"));
        assertThat(status.out()).contains("state    DEGRADED", file + ", line 2 'arg.x = C:\\users'");
        assertThat(status.code()).isEqualTo(1);

        Files.createFile(work.resolve("bad.gate"));
        configure("bad", "program = gated", "arg.free = 100", "arg.count = 1000");
        awaitState("bad", "FINISHED");
        assertThat(foggara.status().out()).contains("state    RUNNING").doesNotContain("not readable");
        Script.Result late = foggara.shell("job:cancel bad");
        assertThat(late.code()).isEqualTo(1);
        assertThat(late.err()).contains("Job 'bad' is FINISHED already; nothing to cancel.");
    }

    /**
     * Each kill hits three jobs: {@code waiting} stands before its gate, {@code flowing} has records in flight, {@code held}
     * stands in its commit, with one output published and one not. At every fifth the gates are open, and {@code waiting} is
     * killed while it publishes its many parts; then all end, and the next kills hit new ones.
     */
    @Test
    void aContainerThatIsKilledAgainAndAgainGoesOnWithItsJobs() throws IOException {
        container.started(container.start());
        int insidePublishing = 0;
        int rounds = 0;
        for (int kills = 0; kills < KILLS; rounds++) {
            configure(rounds);
            List<String> ids = awaitAll(rounds, "RUNNING");
            int lives = Math.min(KILLS_OF_A_ROUND, KILLS - kills);
            for (int life = 1; life < lives; life++) {
                awaitCommits(rounds, life);
                container.kill();
                container.started(container.start());
                assertThat(awaitAll(rounds, "RUNNING")).isEqualTo(ids);
            }
            awaitCommits(rounds, lives);
            awaitPublishing(rounds);
            container.kill();
            insidePublishing += sealed(rounds) ? 1 : 0;
            Files.createFile(work.resolve("held-" + rounds + ".gate"));
            container.started(container.start());
            assertThat(awaitAll(rounds, "FINISHED")).isEqualTo(ids);
            awaitCommits(rounds, lives + 1);
            assertExact(rounds);
            kills += lives;
        }
        System.err.println(KILLS + " kills inside a commit that stands, and " + insidePublishing + " of " + rounds
                + " inside the publishing of " + PARTS + " parts");
        assertThat(insidePublishing).as("kills inside of the publishing").isGreaterThanOrEqualTo(rounds / 4);
    }

    /** Waits for the jobs of the round; their ids. */
    private List<String> awaitAll(int round, String state) {
        return JOBS.stream()
                .map(job -> id(awaitState(job + "-" + round, state)))
                .toList();
    }

    private void configure(int round) throws IOException {
        configure("waiting-" + round, "program = gated", "parallelism = " + PARTS, "arg.free = 5", "arg.count = 1000");
        configure(
                "flowing-" + round,
                "program = gated",
                "parallelism = 2",
                "arg.free = " + FLOWING / 4,
                "arg.count = " + FLOWING);
        configure(
                "held-" + round,
                "program = held",
                "parallelism = 2",
                "arg.commits = " + work.resolve("held-" + round + ".commits"),
                "arg.after = " + work.resolve("held-" + round + "-after.out"));
    }

    private void configure(String job, String... lines) throws IOException {
        Path text = Files.writeString(
                work.resolve("new.cfg"),
                String.join("\n", lines) + "\narg.gate = " + work.resolve(job + ".gate") + "\narg.output = "
                        + work.resolve(job + ".out") + "\n");
        Files.move(text, work.resolve("conf/foggara.job-" + job + ".cfg"), StandardCopyOption.ATOMIC_MOVE);
    }

    /** The commit of the job that is held has begun so often, once in each life of its container. */
    private void awaitCommits(int round, int count) {
        Path commits = work.resolve("held-" + round + ".commits");
        Eventually.get(
                "the commit begins again",
                () -> Files.exists(commits) ? Files.readString(commits) : "",
                text -> text.equals("commit\n".repeat(count)));
    }

    /** Opens the gates and waits until the output is being published, then, with each round, a bit longer. */
    private void awaitPublishing(int round) throws IOException {
        Files.createFile(work.resolve("flowing-" + round + ".gate"));
        Files.createFile(work.resolve("waiting-" + round + ".gate"));
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        Path output = work.resolve("waiting-" + round + ".out");
        while (!sealed(round) && !Files.exists(output)) {
            assertThat(System.nanoTime()).as("time to publish").isLessThan(deadline);
            Thread.onSpinWait();
        }
        long end = System.nanoTime() + TimeUnit.MICROSECONDS.toNanos(250) * (round % 16);
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    /** Whether the parts of {@code waiting} stand where they are only in the middle of its commit. */
    private boolean sealed(int round) {
        String[] found = work.toFile()
                .list((directory, name) ->
                        name.startsWith(".waiting-" + round + ".out.foggara-") && name.endsWith("-commit"));
        return found != null && found.length > 0;
    }

    private void assertExact(int round) {
        Map<String, Integer> parts = Map.of("waiting-", PARTS, "flowing-", 2, "held-", 2, "held-after-", 2);
        Map<String, Path> outputs = Map.of(
                "waiting-", work.resolve("waiting-" + round + ".out"),
                "flowing-", work.resolve("flowing-" + round + ".out"),
                "held-", work.resolve("held-" + round + ".out"),
                "held-after-", work.resolve("held-" + round + "-after.out"));
        outputs.forEach((job, output) -> {
            assertThat(WordTexts.output(output))
                    .as(job + round)
                    .isEqualTo(Inside.residues(job.equals("flowing-") ? FLOWING : 1000));
            assertThat(Directories.files(output)).as(job + round).hasSize(parts.get(job));
        });
        assertThat(Directories.files(work))
                .allMatch(name -> name.matches("(conf|deploy|data|log|tmp)/.*"
                        + "|(waiting|flowing|held)-\\d+(-after)?\\.(gate|commits|out/[^./][^/]*\\.csv)"
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
                foggara::status,
                status -> status.out().contains("word-count") && status.out().contains("gated"));
    }

    private String awaitState(String job, String state) {
        return Eventually.get(
                job + " is " + state,
                () -> foggara.shell("job:info " + job).out(),
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
