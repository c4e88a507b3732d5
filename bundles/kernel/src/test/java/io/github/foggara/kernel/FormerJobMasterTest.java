package io.github.foggara.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.rpc.RpcConnection;
import io.github.foggara.api.rpc.RpcListener;
import io.github.foggara.api.rpc.RpcMessage;
import io.github.foggara.api.rpc.RpcNode;
import io.github.foggara.api.rpc.RpcReply;
import io.github.foggara.kernel.cluster.ClusterHead;
import io.github.foggara.kernel.fixture.ClusterNetwork;
import io.github.foggara.kernel.remote.message.ClusterMessages;
import io.github.foggara.kernel.remote.message.Order;
import io.github.foggara.kernel.taskmanager.TaskManager;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Two JobMasters that live at the same time: the TaskManagers find another one where the former was, which is cut off and does not know it. The
 * other one goes on with the job from the log.
 */
class FormerJobMasterTest extends ClusterFixture {
    private Kernel former;
    private ClusterHead formerHead;

    @AfterEach
    void closeFormer() {
        if (former != null) {
            former.close();
            formerHead.close();
        }
    }

    private void configure() {
        kernel.jobs().configure("j", Map.of("program", "numbers", "parallelism", "3"));
    }

    /** It has the log, and the TaskManagers are not there yet. */
    private void another() throws IOException {
        former = kernel;
        formerHead = cluster;
        InetSocketAddress before = address;
        boot(LONG_GRACE);
        network.moved(before, address);
        kernel.jobs().recover(name -> true);
        configure();
        await(job -> job.cause().orElse("").startsWith("Waits until the TaskManagers of before are back"));
    }

    /** The former one may wait for a connection for long, and does not when it has lost its TaskManagers. */
    private TaskManager taken() throws Exception {
        boot("1 ms");
        TaskManager only = taskManager(1, 3, LONG_GRACE);
        configure();
        reached.await();
        another();
        reached = new CountDownLatch(3);
        network.cut();
        reached.await();
        return only;
    }

    private JobInfo formerJob() {
        return former.jobs().job("j").orElseThrow();
    }

    @Test
    void itIsOverWithItsNextEvent() throws Exception {
        taken();
        await(this::formerJob, job -> job.state() == JobStatus.SUSPENDED);
        assertThat(formerJob().cause().orElse("")).contains("Another JobMaster has taken over job 'j'");
        released.countDown();
        JobInfo job = end();
        assertExact(job);
        assertThat(job.incidents()).isEmpty();
        assertThat(formerJob().state()).isEqualTo(JobStatus.SUSPENDED);
        assertThat(formerJob().report()).isEmpty();
    }

    /** Also those that no epoch, or a higher one, lets appear as what they are. */
    @Test
    void whatItOrdersLaterIsDroppedAndCounted() throws Exception {
        TaskManager only = taken();
        JobId job = JobId.parse(formerJob().id().orElseThrow());
        assertThat(kernel.jobs().job("j").orElseThrow().id()).hasValue(job.toString());
        List<Order> late = List.of(
                new Order.Abandon(job),
                new Order.Release(job, 9),
                new Order.Cancel(new ExecutionAttemptId(job, 0, 0, 1), 1));
        assertThat(only.stale()).isZero();
        try (RpcNode node =
                network.open(ClusterNetwork.settings(runtime, "jobmaster", 99, Configuration.EMPTY), new Deaf())) {
            RpcConnection by =
                    node.connect(addresses.get(0)).toCompletableFuture().get(20, TimeUnit.SECONDS);
            for (int i = 0; i < late.size(); i++) {
                by.send(ClusterMessages.encode(late.get(i)).numbered(i + 1, 0));
            }
            await(only::stale, count -> count == late.size());
        }
        released.countDown();
        JobInfo end = end();
        assertExact(end);
        assertThat(end.incidents()).isEmpty();
        assertThat(only.link()).contains("REGISTERED");
    }

    private static final class Deaf implements RpcListener {
        @Override
        public void connected(RpcConnection connection) {}

        @Override
        public void message(RpcConnection connection, RpcMessage message) {}

        @Override
        public void request(RpcConnection connection, RpcMessage message, RpcReply reply) {}

        @Override
        public void disconnected(RpcConnection connection, String why) {}
    }
}
