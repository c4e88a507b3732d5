package io.github.foggara.itests;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.itests.container.Distribution;
import io.github.foggara.itests.container.Eventually;
import io.github.foggara.itests.container.Inside;
import io.github.foggara.itests.container.JobBundle;
import io.github.foggara.itests.container.Member;
import io.github.foggara.itests.container.Rows;
import io.github.foggara.itests.container.WordTexts;
import io.github.foggara.itests.job.Alone;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

/** A JobMaster and TaskManagers as processes of one machine. They are started once; the tests build on each other. */
@Timeout(600)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ClusterIT {
    private static final String CLUSTER = "foggara.cluster.cfg";
    private static final int COUNT = 100_000;
    private static final int IDS = 20_000;
    private static final Path WORK = Distribution.workDirectory("ClusterIT");
    private static final int JOB_MASTER_PORT = Member.freePort();

    private static final Member JOB_MASTER = member("jobmaster", "jobmaster", List.of());
    private static final Member ONE = member("taskmanager", "one", slots(2));
    private static final Member TWO = member("taskmanager", "two", slots(2));
    private static final List<String> LINES_OF_LATE = lines(slots(2));
    private static final Member LATE =
            new Member("taskmanager", WORK.resolve("late")).configure(CLUSTER, LINES_OF_LATE);

    private static Member member(String role, String name, List<String> more) {
        return new Member(role, WORK.resolve(name)).configure(CLUSTER, lines(more));
    }

    private static List<String> lines(List<String> more) {
        List<String> lines = new ArrayList<>(List.of(
                "cluster.id = itest",
                "jobmanager.rpc.port = " + JOB_MASTER_PORT,
                "security.secret-file = " + WORK.resolve("secret"),
                "taskmanager.registration-grace = 2 s",
                "taskmanager.job-bundle-wait = 10 s"));
        lines.addAll(more);
        return lines;
    }

    private static List<String> slots(int slots) {
        return List.of("taskmanager.rpc.port = " + Member.freePort(), "taskmanager.numberOfTaskSlots = " + slots);
    }

    @BeforeAll
    static void start() {
        Member.startAll(List.of(JOB_MASTER, ONE, TWO));
    }

    @AfterAll
    static void stop() {
        Member.stopAll(List.of(ONE, TWO, LATE, JOB_MASTER));
    }

    private static void configure(String job, String... lines) {
        List<String> all = new ArrayList<>(List.of(lines));
        all.add("arg.output = " + WORK.resolve(job + ".out"));
        all.add("restart-strategy.type = fixed-delay");
        all.add("restart-strategy.fixed-delay.delay = 100 ms");
        all.add("restart-strategy.fixed-delay.attempts = 100");
        JOB_MASTER.configure("foggara.job-" + job + ".cfg", all);
    }

    private static String awaitState(String job, String state) {
        return JOB_MASTER.await("job:info " + job, "state     " + state);
    }

    private static void assertSums(String job) {
        assertThat(WordTexts.output(WORK.resolve(job + ".out"))).isEqualTo(Inside.residues(COUNT));
    }

    private static void gated(String job, int parallelism) {
        configure(
                job,
                "program = gated",
                "parallelism = " + parallelism,
                "arg.free = 100",
                "arg.count = " + COUNT,
                "arg.gate = " + WORK.resolve(job + ".gate"));
    }

    private static void open(String job) throws IOException {
        Files.createFile(WORK.resolve(job + ".gate"));
    }

    @Test
    @Order(1)
    void everyContainerTellsWhereItStands() {
        assertThat(JOB_MASTER.await("cluster:info", "slots     4, 4 free"))
                .contains("role      jobmaster", "cluster   itest", "listens   at 127.0.0.1:" + JOB_MASTER_PORT);
        assertThat(JOB_MASTER.shell("taskmanager:list").lines().filter(line -> line.contains("CONNECTED")))
                .hasSize(2);
        assertThat(ONE.status())
                .contains("role      taskmanager", "JobMaster at 127.0.0.1:" + JOB_MASTER_PORT + ": REGISTERED");
        assertThat(ONE.shell("job:submit word-count")).contains("where its JobMaster is");
    }

    @Test
    @Order(3)
    void aTaskManagerThatIsKilledAndComesBackCostsARestartAndNoRecord() throws IOException {
        gated("killed", 4);
        JOB_MASTER.await("cluster:info", "slots     4, 0 free");
        // What is not deployed yet is placed elsewhere, and nothing has failed.
        Eventually.get(
                "all tasks run",
                () -> JOB_MASTER.shell("job:info killed"),
                info -> info.matches("(?s).*-> map +4 +4 .*-> sums +4 +4 .*"));
        TWO.kill();
        TWO.started(TWO.start());
        String lost = JOB_MASTER.await("job:info killed", "is lost");
        assertThat(lost).contains("TaskManager");
        open("killed");
        awaitState("killed", "FINISHED");
        assertSums("killed");
    }

    /** One bundle after the other, in one of both; what they hold is let go in time. */
    @Test
    @Order(4)
    void pluginsThatAreReplacedInATaskManagerCostNoRecord() throws IOException {
        Path slow = Files.createFile(WORK.resolve("plugins.slow"));
        configure(
                "plugins",
                "program = ids",
                "parallelism = 4",
                "execution.runtime-mode = STREAMING",
                "execution.checkpointing.interval = 200 ms",
                "arg.count = " + IDS,
                "arg.slow = " + slow);
        Path output = WORK.resolve("plugins.out");
        for (String bundle : List.of("shuffle.netty", "checkpoint", "state.heap")) {
            int before = Rows.of(output).size();
            Eventually.get("more is committed", () -> Rows.of(output).size(), size -> size > before);
            ONE.shell("felix:update io.github.foggara." + bundle);
        }
        Files.delete(slow);
        String info = awaitState("plugins", "FINISHED");
        assertThat(info).doesNotContain("incident ");
        Rows.assertIds("plugins replaced", Rows.of(output), IDS);
        assertThat(ONE.log())
                .contains("Plugin ShuffleService 'netty' of", " leaves")
                .doesNotContain("leaves although");
    }

    @Test
    @Order(6)
    void aJobThatLacksSlotsSaysSoAndUsesATaskManagerThatComesLater() throws IOException {
        gated("large", 6);
        open("large");
        JOB_MASTER.await("job:info large", "Waits for 2 task slots");
        LATE.started(LATE.start());
        awaitState("large", "FINISHED");
        assertSums("large");
        assertThat(JOB_MASTER.shell("taskmanager:list").lines().filter(line -> line.contains("CONNECTED")))
                .hasSize(3);
    }

    /** The bundle that carries messages is replaced in the JobMaster. */
    @Test
    @Order(7)
    void aTransportThatIsReplacedCostsNoRecord() throws IOException {
        gated("replaced", 6);
        JOB_MASTER.await("cluster:info", "slots     6, 0 free");
        awaitState("replaced", "RUNNING");
        JOB_MASTER.shell("felix:update io.github.foggara.rpc.netty");
        JOB_MASTER.await("cluster:info", "listens   at", "slots     6, 0 free");
        open("replaced");
        awaitState("replaced", "FINISHED");
        assertSums("replaced");
    }

    @Test
    @Order(8)
    void aJobMasterThatIsKilledGoesOnWithItsJobs() throws IOException {
        gated("orphan", 4);
        JOB_MASTER.await("cluster:info", "slots     6, 2 free");
        awaitState("orphan", "RUNNING");
        JOB_MASTER.kill();
        JOB_MASTER.started(JOB_MASTER.start());
        open("orphan");
        awaitState("orphan", "FINISHED");
        assertSums("orphan");
    }

    /** User code hangs in a TaskManager that is reached, and there is room in others. */
    @Test
    @Order(9)
    void whatHangsWhenTheJobMasterIsKilledIsNotRunBesideItself() throws IOException {
        Path gate = WORK.resolve("alone.gate");
        configure("alone", "program = alone", "arg.gate = " + gate, "task.cancellation.timeout = 10 min");
        Eventually.isTrue("user code hangs", () -> Files.exists(Alone.runs(gate)));
        JOB_MASTER.kill();
        JOB_MASTER.started(JOB_MASTER.start());
        JOB_MASTER.await("cluster:info", "slots     6, 5 free");
        gated("beside", 5);
        open("beside");
        awaitState("beside", "FINISHED");
        assertThat(JOB_MASTER.shell("job:info alone")).doesNotContain("FINISHED", "FAILED");
        assertThat(Files.exists(Alone.runs(gate))).isTrue();
        Files.createFile(gate);
        awaitState("alone", "FINISHED");
        assertThat(Files.exists(Alone.twice(gate))).isFalse();
        assertThat(Rows.of(WORK.resolve("alone.out"))).hasSize(3);
    }

    /** TaskManagers have another build of the job bundle, by hand, until the same is deployed there as well. */
    @Test
    @Order(10)
    void aTaskManagerWithAnotherBuildOfTheJobBundleSaysSo() throws IOException {
        byte[] newer = JobBundle.testJobs("1.0.0", "2");
        JOB_MASTER.deploy("jobs.jar", newer);
        JOB_MASTER.await("felix:headers io.github.foggara.itests.job", "Itest-Build = 2");
        gated("newer", 6);
        open("newer");
        JOB_MASTER.await(
                "job:info newer",
                "the bundle io.github.foggara.itests.job 1.0.0 is here by hand with the content",
                ", in the JobMaster with ");
        for (Member member : List.of(ONE, TWO, LATE)) {
            member.deploy("jobs.jar", newer);
        }
        awaitState("newer", "FINISHED");
        assertSums("newer");
    }

    /** One after the other, in a container that has run no task yet: each is told, and the last correction lets it in. */
    @Test
    @Order(11)
    void whatKeepsAContainerOutOfItsClusterStandsInItsStatus() throws IOException {
        awaitStatus("REGISTERED");
        late("cluster.id = other");
        awaitStatus("Changes of cluster.id take effect when the container is started again", "REGISTERED");
        LATE.stop();
        LATE.started(LATE.start());
        awaitStatus("is of cluster 'itest'", "of cluster 'other'");
        late("security.secret-file = " + WORK.resolve("other-secret"));
        awaitStatus("SEEKING", "secret");
        Path open = Files.copy(WORK.resolve("secret"), WORK.resolve("open-secret"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r-----"));
        late("security.secret-file = " + open);
        awaitStatus("does not listen", "may be used by others than its owner");
        late("taskmanager.bind-host = 192.0.2.1");
        awaitStatus("does not listen", "no loopback address and TLS is not configured");
        late("taskmanager.rpc.port = " + JOB_MASTER_PORT);
        awaitStatus("does not listen", "Address already in use");
        String none = WORK.resolve("none.pem").toString();
        late(
                "security.tls.certificate-chain = " + none,
                "security.tls.private-key = " + none,
                "security.tls.trusted-certificates = " + none);
        awaitStatus("does not listen", none + " cannot be read");
        late("taskmanager.rpc.port = 70000");
        awaitStatus("its former values stay in force", "taskmanager.rpc.port");
        late();
        awaitStatus("REGISTERED", "health    ok");
    }

    private static void late(String... more) {
        List<String> lines = new ArrayList<>(LINES_OF_LATE);
        lines.addAll(List.of(more));
        LATE.configure(CLUSTER, lines);
    }

    private static void awaitStatus(String... words) {
        LATE.awaitStatus(words);
    }
}
