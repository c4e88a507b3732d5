package io.github.foggara.itests;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.itests.container.Distribution;
import io.github.foggara.itests.container.Eventually;
import io.github.foggara.itests.container.Member;
import io.github.foggara.itests.container.Rows;
import io.github.foggara.testkit.network.FaultyProxy;
import io.github.foggara.testkit.network.FaultyProxy.Fault;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
    private static final int IDS = 200_000;
    private static final int ROUNDS = Integer.getInteger("foggara.faults", 1);
    private static final Path WORK = Distribution.workDirectory("ClusterFaultsIT");
    private static final Path OUTPUT = WORK.resolve("ids.out");
    private static final Path SLOW = WORK.resolve("slow");
    private static final int PORT = Member.freePort();
    private static final FaultyProxy PROXY =
            new FaultyProxy(new InetSocketAddress(InetAddress.getLoopbackAddress(), PORT));

    private static final Member JOB_MASTER = member("jobmaster", "jobmaster", PORT);
    private static final Member NEAR = member("taskmanager", "near", PORT);
    private static final Member FAR =
            member("taskmanager", "far", PROXY.address().getPort());

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
                                // Longer than the timeout and the pause between two tries to connect.
                                "taskmanager.registration-grace = 3 s",
                                "heartbeat.interval = 100 ms",
                                "heartbeat.timeout = 1 s"));
    }

    @BeforeAll
    static void start() throws IOException {
        Member.startAll(List.of(JOB_MASTER, NEAR, FAR));
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
        Member.stopAll(List.of(NEAR, FAR, JOB_MASTER));
        PROXY.close();
    }

    /** More is committed than before. */
    private static void goesOn() {
        int before = Rows.of(OUTPUT).size();
        Eventually.get("more is committed", () -> Rows.of(OUTPUT).size(), size -> size > before);
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
        PROXY.resetServers();
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
        Rows.assertIds("with a network that failed", Rows.of(OUTPUT), IDS);
    }
}
