package io.github.foggara.kernel.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.rpc.RpcNode;
import io.github.foggara.kernel.fixture.ClusterNetwork;
import io.github.foggara.kernel.fixture.Deployments;
import io.github.foggara.kernel.fixture.ManualRuntime;
import io.github.foggara.kernel.gateway.Placement;
import io.github.foggara.kernel.remote.message.Order;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A cluster executor with its JobMaster and TaskManagers that say what a test says. */
abstract class ClusterExecutorFixture {
    static final JobId JOB = new JobId(1, 1);
    static final Duration GRACE = ClusterOptions.GRACE.fallback();
    /** The timeout of heartbeats, and two of them. */
    static final Duration SILENCE = Duration.ofSeconds(10 + 2 * 1);

    static final ExecutionAttemptId FIRST = new ExecutionAttemptId(JOB, 0, 0, 0);
    static final ExecutionAttemptId SECOND = new ExecutionAttemptId(JOB, 0, 1, 0);

    final ManualRuntime runtime = new ManualRuntime();
    final ClusterNetwork network = new ClusterNetwork();
    final ClusterExecutor cluster =
            new ClusterExecutor(runtime, Configuration.EMPTY, Roster.NONE, (wanted, reply) -> reply.fail("no bundles"));
    final FakeOwner owner = new FakeOwner();
    final List<AutoCloseable> open = new ArrayList<>();
    RpcNode node;

    @BeforeEach
    void open() throws IOException {
        node = network.open(ClusterNetwork.settings(runtime, "jobmaster", 99, Configuration.EMPTY), cluster.listener());
        cluster.start(Set.of());
        cluster.listening();
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable one : open) {
            one.close();
        }
        node.close();
        cluster.close();
        runtime.close();
    }

    ScriptedTaskManager taskManager(long id, int slots) {
        ScriptedTaskManager manager = new ScriptedTaskManager(network, runtime, node.address(), id, slots);
        open.add(manager);
        return manager;
    }

    ScriptedTaskManager registered(long id, int slots) {
        ScriptedTaskManager manager = taskManager(id, slots);
        assertThat(manager.register().session()).isNotZero();
        return manager;
    }

    void place(long epoch, ExecutionAttemptId... attempts) {
        cluster.place(new Placement(attempts[0].job(), epoch, List.of(attempts), "local", Configuration.EMPTY), owner);
    }

    /** Each of the attempts on the TaskManager with one slot, in this order. */
    void deploy(ScriptedTaskManager home, ExecutionAttemptId attempt) throws InterruptedException {
        assertThat(home.next(Order.Place.class).placement().attempts()).contains(attempt);
        cluster.deploy(Deployments.of(attempt, 1), owner);
        assertThat(home.next(Order.Deploy.class).deployment().attempt()).isEqualTo(attempt);
    }

    /** Everything that was enqueued for the cluster thread is done. */
    void settle() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            CountDownLatch done = new CountDownLatch(1);
            cluster.owner().execute(done::countDown);
            done.await();
        }
    }
}
