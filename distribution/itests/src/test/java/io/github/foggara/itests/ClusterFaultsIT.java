package io.github.foggara.itests;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.itests.container.Directories;
import io.github.foggara.itests.container.Distribution;
import io.github.foggara.itests.container.Eventually;
import io.github.foggara.itests.container.FaultyProxy;
import io.github.foggara.itests.container.FaultyProxy.Fault;
import io.github.foggara.itests.container.Member;
import io.github.foggara.itests.container.Script;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

/**
 * A network between a TaskManager and its JobMaster that fails, while a job commits in two phases; the other TaskManager is reached all the time, so the
 * two parts of the cluster could disagree. Whatever happens, each id is written once. The tests build on each other.
 */
@Timeout(600)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ClusterFaultsIT {
    private static final String CLUSTER = "foggara.cluster.cfg";
    private static final String JOB = "ids";
    private static final int IDS = 40_000;
    private static final int ROUNDS = Integer.getInteger("foggara.faults", 1);
    private static final Path WORK = Distribution.workDirectory("ClusterFaultsIT");
    private static final Path OUTPUT = WORK.resolve("ids.out");
    private static final Path SLOW = WORK.resolve("slow");
    private static final int PORT = Member.freePort();
    private static final FaultyProxy PROXY = new FaultyProxy(PORT);

    private static final Member JOB_MASTER = member("jobmaster", "jobmaster", PORT);
    private static final Member NEAR = member("taskmanager", "near", PORT);
    private static final Member FAR = member("taskmanager", "far", PROXY.port());

    private static Member member(String role, String name, int jobMaster) {
        return new Member(role, WORK.resolve(name))
                .configure(
                        CLUSTER,
                        List.of(
                                "cluster.id = faults",
                                "jobmanager.rpc.port = " + jobMaster,
                                "security.secret-file = " + WORK.resolve("secret"),
                                // Otherwise a connection that somebody passes on is refused.
                                "security.insecure = true",
                                "taskmanager.numberOfTaskSlots = 2",
                                "taskmanager.registration-grace = 5 s",
                                "heartbeat.interval = 200 ms",
                                "heartbeat.timeout = 2 s"));
    }

    @BeforeAll
    static void start() throws IOException {
        List<Member> members = List.of(JOB_MASTER, NEAR, FAR);
        List<Script.Started> starts = members.stream().map(Member::start).toList();
        for (int i = 0; i < members.size(); i++) {
            members.get(i).started(starts.get(i));
        }
        JOB_MASTER.await("cluster:info", "slots     4, 4 free");
        Files.createFile(SLOW);
        JOB_MASTER.configure(
                "foggara.job-ids.cfg",
                List.of(
                        "program = ids",
                        "parallelism = 4",
                        "execution.runtime-mode = STREAMING",
                        "execution.checkpointing.interval = 200 ms",
                        "restart-strategy.type = fixed-delay",
                        "restart-strategy.fixed-delay.delay = 100 ms",
                        "restart-strategy.fixed-delay.attempts = 1000",
                        "arg.output = " + OUTPUT,
                        "arg.count = " + IDS,
                        "arg.slow = " + SLOW));
        goesOn();
    }

    @AfterAll
    static void stop() throws IOException {
        List.of(NEAR, FAR, JOB_MASTER).forEach(member -> member.run("stop"));
        PROXY.close();
    }

    /** More is committed than before. */
    private static void goesOn() {
        int before = rows().size();
        Eventually.get("more is committed", () -> rows().size(), size -> size > before);
    }

    private static List<String> rows() {
        try {
            List<String> rows = new ArrayList<>();
            if (Files.isDirectory(OUTPUT)) {
                for (String part : Directories.files(OUTPUT)) {
                    if (!part.startsWith(".")) {
                        List<String> lines = Files.readAllLines(OUTPUT.resolve(part));
                        rows.addAll(lines.subList(1, lines.size()));
                    }
                }
            }
            return rows;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static long incidents() {
        return JOB_MASTER
                .shell("job:info " + JOB)
                .lines()
                .filter(line -> line.contains("is lost"))
                .count();
    }

    @Test
    @Order(1)
    void aConnectionThatIsSlowOrBreaksCostsNothing() {
        PROXY.become(Fault.DELAY);
        goesOn();
        PROXY.become(Fault.NONE);
        for (int round = 0; round < 3 * ROUNDS; round++) {
            PROXY.reset();
            goesOn();
        }
        PROXY.halfOpen();
        goesOn();
        JOB_MASTER.await("cluster:info", "slots     4, 0 free");
        assertThat(incidents()).isZero();
    }

    /** Both sides give the other up, each by its own clock, before the tasks begin anew. */
    @Test
    @Order(2)
    void aNetworkThatIsCutForLongCostsARestartAndNoRecord() {
        for (int round = 0; round < ROUNDS; round++) {
            for (Fault fault : List.of(Fault.SILENCE, Fault.NOTHING_ARRIVES, Fault.NOTHING_RETURNS)) {
                PROXY.become(fault);
                JOB_MASTER.await("cluster:info", "slots     2, 2 free");
                PROXY.become(Fault.NONE);
                JOB_MASTER.await("cluster:info", "slots     4, 0 free");
                goesOn();
            }
        }
        assertThat(incidents()).isPositive();
    }

    @Test
    @Order(3)
    void eachIdIsThereOnce() throws IOException {
        Files.delete(SLOW);
        JOB_MASTER.await("job:info " + JOB, "state     FINISHED");
        List<String> rows = rows();
        assertThat(rows.stream().map(row -> row.substring(row.lastIndexOf(',') + 1)))
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, IDS).mapToObj(Integer::toString).toList());
        assertThat(rows.stream().map(row -> row.substring(0, row.lastIndexOf(','))))
                .as("numbers of a key, from its state")
                .containsExactlyInAnyOrderElementsOf(IntStream.range(0, IDS)
                        .mapToObj(id -> id % 7 + "," + id / 7)
                        .toList());
    }
}
