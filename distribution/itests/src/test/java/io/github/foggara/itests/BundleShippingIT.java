package io.github.foggara.itests;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.itests.container.Directories;
import io.github.foggara.itests.container.Distribution;
import io.github.foggara.itests.container.Eventually;
import io.github.foggara.itests.container.Inside;
import io.github.foggara.itests.container.JobBundle;
import io.github.foggara.itests.container.Member;
import io.github.foggara.itests.container.Script;
import io.github.foggara.itests.container.WordTexts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

/** Job bundles lie in the JobMaster alone; the TaskManagers, processes of the same machine, get what they need and let go of it. */
@Timeout(300)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class BundleShippingIT {
    private static final int COUNT = 20_000;
    private static final Path WORK = Distribution.workDirectory("BundleShippingIT");
    private static final int JOB_MASTER_PORT = Member.freePort();
    private static final Member JOB_MASTER = member("jobmaster", "jobmaster");
    private static final Member ONE = member("taskmanager", "one").withoutJobs();
    private static final Member TWO = member("taskmanager", "two").withoutJobs();
    private static final String JOBS = "io.github.foggara.itests.job";
    private static final String IMPORTS = ",demo.lib;version=\"[1,2)\"";
    private static final String TEXTS = """
            package demo.lib;
            public final class Texts {
                public static String of(long number) { return "number " + number; }
            }
            """;
    private static final String ROW = "package demo.job; public record Row(String text, long number) {}";
    private static final String LISTING = """
            package demo.job;
            import io.github.foggara.connector.file.FileSink;
            import io.github.foggara.streams.*;
            public final class Listing implements JobProgram {
                @Override public void define(StreamEnvironment env, io.github.foggara.api.job.JobParameters p) {
                    env.fromSequence(1, 3).map(Listing::row).sinkTo(FileSink.csv(p.path("output"), Row.class), "rows");
                }
                static Row row(Long number) { return new Row(demo.lib.Texts.of(number), number); }
            }
            """;
    /** The same with the library of 1.1.0, and not before there is a file. */
    private static final String LATER = """
            package demo.job;
            import io.github.foggara.connector.file.FileSink;
            import io.github.foggara.streams.*;
            import java.nio.file.*;
            public final class Later implements JobProgram {
                @Override public void define(StreamEnvironment env, io.github.foggara.api.job.JobParameters p) {
                    String gate = p.path("gate").toString();
                    env.fromSequence(1, 3).map(n -> row(n, gate)).returns(Row.class)
                            .sinkTo(FileSink.csv(p.path("output"), Row.class), "rows");
                }
                static Row row(Long number, String gate) throws Exception {
                    while (!Files.exists(Path.of(gate))) {
                        Thread.sleep(20);
                    }
                    return new Row(demo.lib.Texts.of(number), number);
                }
            }
            """;

    private static final List<String> SOURCES = List.of(TEXTS, ROW, LISTING, LATER);
    private static final Map<String, Long> ROWS = Map.of("number 1", 1L, "number 2", 2L, "number 3", 3L);
    private static final byte[] LIBRARY = JobBundle.library("demo.lib", "1.1.0", "demo.lib", SOURCES);
    private static final byte[] LISTING_BUNDLE =
            JobBundle.compiled("listing", "1.0.0", "demo.job.Listing", SOURCES, IMPORTS, "");

    private static Member member(String role, String name) {
        return new Member(role, WORK.resolve(name))
                .configure(
                        "foggara.cluster.cfg",
                        List.of(
                                "cluster.id = ship",
                                "jobmanager.rpc.port = " + JOB_MASTER_PORT,
                                "security.secret-file = " + WORK.resolve("secret"),
                                "taskmanager.numberOfTaskSlots = 2",
                                "taskmanager.registration-grace = 2 s",
                                "taskmanager.job-bundle-wait = 3 s"));
    }

    @BeforeAll
    static void start() {
        String word = "<reference name=\"word\" interface=\"java.util.function.Supplier\" target=\"(itest=word)\"/>";
        JOB_MASTER.deploy("word.jar", JobBundle.wordService("1.0.0"));
        JOB_MASTER.deploy("library.jar", JobBundle.library("demo.lib", "1.0.0", "demo.lib", SOURCES));
        JOB_MASTER.deploy("listing.jar", LISTING_BUNDLE);
        JOB_MASTER.deploy(
                "lacking.jar", JobBundle.compiled("lacking", "1.0.0", "demo.job.Listing", SOURCES, IMPORTS, word));
        List<Member> members = List.of(JOB_MASTER, ONE, TWO);
        List<Script.Started> starts = members.stream().map(Member::start).toList();
        for (int i = 0; i < members.size(); i++) {
            members.get(i).started(starts.get(i));
        }
        JOB_MASTER.await("cluster:info", "slots     4, 4 free");
    }

    @AfterAll
    static void stop() {
        List.of(ONE, TWO, JOB_MASTER).forEach(member -> member.run("stop"));
    }

    private static void configure(String job, String... lines) {
        List<String> all = new ArrayList<>(List.of(lines));
        all.add("arg.output = " + WORK.resolve(job + ".out"));
        all.add("restart-strategy.type = fixed-delay");
        all.add("restart-strategy.fixed-delay.delay = 100 ms");
        all.add("restart-strategy.fixed-delay.attempts = 1000");
        JOB_MASTER.configure("foggara.job-" + job + ".cfg", all);
    }

    private static void gated(String job) {
        configure(
                job,
                "program = gated",
                "parallelism = 4",
                "arg.free = 100",
                "arg.count = " + COUNT,
                "arg.gate = " + WORK.resolve(job + ".gate"));
    }

    private static void finishGated(String job) throws IOException {
        Files.createFile(WORK.resolve(job + ".gate"));
        JOB_MASTER.await("job:info " + job, "state     FINISHED");
        assertThat(WordTexts.output(WORK.resolve(job + ".out"))).isEqualTo(Inside.residues(COUNT));
    }

    private static void awaitBundle(Member member, String... words) {
        member.await("felix:lb -s", words);
    }

    private static void awaitGone(Member member, String bundle) {
        Eventually.get(
                bundle + " is gone from " + member.work(),
                () -> member.shell("felix:lb -s"),
                lines -> lines.contains("io.github.foggara.kernel") && !lines.contains(bundle));
    }

    private static void awaitNothingLeft(String bundle) {
        for (Member member : List.of(ONE, TWO)) {
            awaitGone(member, bundle);
            assertThat(Directories.files(member.work().resolve("data/shipped"))).isEmpty();
        }
        Eventually.get(
                "the bundle store is empty",
                () -> Directories.files(JOB_MASTER.work().resolve("data/bundles")),
                List::isEmpty);
    }

    @Test
    @Order(1)
    void theMainJobRunsWhereNothingIsDeployed() {
        Path text = WordTexts.write(WORK.resolve("text.txt"), 7, 20_000);
        configure("words", "program = word-count", "parallelism = 2", "arg.input = " + text);
        String info = JOB_MASTER.await("job:info words", "state     FINISHED");
        assertThat(info).doesNotContain("incident ");
        assertThat(WordTexts.output(WORK.resolve("words.out"))).isEqualTo(WordTexts.expected(text));
        for (Member member : List.of(ONE, TWO)) {
            assertThat(member.log()).contains("The bundle io.github.foggara.examples.wordcount");
        }
        awaitNothingLeft("examples.wordcount");
    }

    @Test
    @Order(2)
    void aTaskManagerThatIsKilledGetsTheBundleAgain() throws IOException {
        gated("killed");
        awaitBundle(TWO, JOBS);
        TWO.kill();
        TWO.started(TWO.start());
        awaitBundle(TWO, JOBS);
        finishGated("killed");
        assertThat(JOB_MASTER.shell("job:info killed")).contains("is lost");
        awaitNothingLeft(JOBS);
    }

    @Test
    @Order(3)
    void theNextJobGetsTheNewerBundle() throws IOException {
        JOB_MASTER.deploy("jobs.jar", JobBundle.testJobs("1.0.1"));
        JOB_MASTER.await("felix:headers " + JOBS, "1.0.1");
        gated("newer");
        awaitBundle(ONE, JOBS, "1.0.1");
        awaitBundle(TWO, JOBS, "1.0.1");
        finishGated("newer");
        awaitNothingLeft(JOBS);
    }

    /** The bundle goes at one TaskManager while its task runs there: it was deployed there by hand, and comes from the JobMaster then. */
    @Test
    @Order(4)
    void aBundleThatLeavesUnderItsTasksFailsThemInWords() throws IOException {
        ONE.deploy("jobs.jar", JobBundle.testJobs("1.0.1"));
        awaitBundle(ONE, JOBS);
        gated("left");
        JOB_MASTER.await("job:info left", "RUNNING");
        Eventually.isTrue(
                "a task runs there", () -> ONE.shell("plugin:list").lines().anyMatch(BundleShippingIT::used));
        ONE.undeploy("jobs.jar");
        JOB_MASTER.await("job:info left", "The program gated (" + JOBS + " 1.0.1) has left this TaskManager");
        awaitBundle(ONE, JOBS);
        finishGated("left");
        assertThat(ONE.log()).doesNotContain("leaves although");
        awaitNothingLeft(JOBS);
    }

    private static boolean used(String line) {
        return line.contains("gated@") && !line.strip().endsWith(" 0");
    }

    @Test
    @Order(5)
    void aJobThatCannotBeginSaysWhyAndDelaysNoOther() {
        configure("lacking", "program = lacking");
        JOB_MASTER.await(
                "job:info lacking",
                "waits for a service java.util.function.Supplier (itest=word), its reference 'word'");
        configure("listing", "program = listing");
        JOB_MASTER.await("job:info listing", "state     FINISHED");
        for (Member member : List.of(ONE, TWO)) {
            member.deploy("word.jar", JobBundle.wordService("1.0.0"));
        }
        JOB_MASTER.await("job:info lacking", "state     FINISHED");
        assertThat(WordTexts.output(WORK.resolve("listing.out"))).isEqualTo(ROWS);
        awaitNothingLeft("demo.lib");
    }

    /** The range of the one admits the library of the other, which is there already, and newer. */
    @Test
    @Order(6)
    void jobsOfDifferentLibrariesRunAtTheSameTimeEachWithItsOwn() throws IOException {
        JOB_MASTER.deploy("newer-library.jar", LIBRARY);
        awaitBundle(JOB_MASTER, "demo.lib", "1.1.0");
        JOB_MASTER.deploy(
                "later.jar",
                JobBundle.compiled("later", "1.0.0", "demo.job.Later", SOURCES, ",demo.lib;version=\"[1.1,2)\"", ""));
        configure("later", "program = later", "parallelism = 2", "arg.gate = " + WORK.resolve("later.gate"));
        for (Member member : List.of(ONE, TWO)) {
            awaitBundle(member, "demo.lib", "1.1.0", "later");
        }
        JOB_MASTER.await("job:info later", "RUNNING");
        configure("own", "program = listing", "parallelism = 2");
        JOB_MASTER.await("job:info own", "state     FINISHED");
        assertThat(WordTexts.output(WORK.resolve("own.out"))).isEqualTo(ROWS);
        assertThat(JOB_MASTER.shell("job:info own")).doesNotContain("incident ");
        Files.createFile(WORK.resolve("later.gate"));
        JOB_MASTER.await("job:info later", "state     FINISHED");
        assertThat(WordTexts.output(WORK.resolve("later.out"))).isEqualTo(ROWS);
        JOB_MASTER.undeploy("later.jar");
        awaitNothingLeft("demo.lib");
    }

    @Test
    @Order(7)
    void anotherWiringIsRefusedNamingPackageAndVersions() {
        for (Member member : List.of(ONE, TWO)) {
            member.deploy("library.jar", LIBRARY);
            awaitBundle(member, "demo.lib");
            member.deploy("listing.jar", LISTING_BUNDLE);
            member.await("plugin:list", "listing@");
        }
        configure("wired", "program = listing");
        JOB_MASTER.await(
                "job:info wired",
                "gets the package demo.lib from demo.lib 1.1.0 here, and in the JobMaster from demo.lib 1.0.0");
        for (Member member : List.of(ONE, TWO)) {
            member.undeploy("listing.jar");
            member.undeploy("library.jar");
        }
        JOB_MASTER.await("job:info wired", "state     FINISHED");
        awaitNothingLeft("demo.lib");
    }
}
