package io.github.foggara.kernel.taskmanager;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.rpc.RpcConnection;
import io.github.foggara.api.rpc.RpcListener;
import io.github.foggara.api.rpc.RpcMessage;
import io.github.foggara.api.rpc.RpcNode;
import io.github.foggara.api.rpc.RpcReply;
import io.github.foggara.kernel.fixture.ClusterNetwork;
import io.github.foggara.kernel.fixture.Deployments;
import io.github.foggara.kernel.fixture.FakeExecutor;
import io.github.foggara.kernel.fixture.ManualRuntime;
import io.github.foggara.kernel.gateway.JobMasterGateway;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.remote.Session;
import io.github.foggara.kernel.remote.message.Answer;
import io.github.foggara.kernel.remote.message.ClusterMessages;
import io.github.foggara.kernel.remote.message.Deregistration;
import io.github.foggara.kernel.remote.message.Numbered;
import io.github.foggara.kernel.remote.message.Order;
import io.github.foggara.kernel.remote.message.Registration;
import io.github.foggara.kernel.remote.message.RunningAttempts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A TaskManager's link, with an executor and a JobMaster that do what the test says. */
@Timeout(60)
class JobMasterLinkTest {
    private static final Duration GRACE = Duration.ofSeconds(5);
    private static final Duration RETRY = Duration.ofMillis(500);
    private static final JobId JOB = new JobId(1, 1);
    private static final ExecutionAttemptId ATTEMPT = new ExecutionAttemptId(JOB, 0, 0, 0);
    private static final RunningAttempts RUNNING = new RunningAttempts(JOB, 1, List.of(ATTEMPT));

    /** A registration that waits for its answer. */
    private record Offer(RpcConnection connection, Registration registration, RpcReply reply) {}

    private final ManualRuntime runtime = new ManualRuntime();
    private final ClusterNetwork network = new ClusterNetwork();
    private final FakeExecutor executor = new FakeExecutor();
    private final BlockingQueue<Offer> offers = new LinkedBlockingQueue<>();
    private final BlockingQueue<Numbered<? extends Answer>> answers = new LinkedBlockingQueue<>();
    private final BlockingQueue<Deregistration> deregistrations = new LinkedBlockingQueue<>();
    private final BlockingQueue<RpcConnection> ended = new LinkedBlockingQueue<>();
    private volatile boolean resolvable = true;
    private RpcNode master;
    private JobMasterLink link;
    private RpcNode node;
    private Session session;

    @BeforeEach
    void open() throws IOException {
        master = network.open(
                ClusterNetwork.settings(runtime, "jobmaster", 99, Configuration.EMPTY), new MasterListener());
        open(1);
    }

    private void open(long id) throws IOException {
        InetSocketAddress byName = InetSocketAddress.createUnresolved(
                "jobmaster.invalid", master.address().getPort());
        link = new JobMasterLink(
                runtime, executor, new LinkSettings(byName, 3, () -> 900, GRACE, RETRY, this::resolve));
        node = network.open(ClusterNetwork.settings(runtime, "taskmanager", id, Configuration.EMPTY), link.listener());
        link.start();
        link.use(node);
    }

    private InetAddress resolve(String host) throws UnknownHostException {
        assertThat(host).isEqualTo("jobmaster.invalid");
        if (!resolvable) {
            throw new UnknownHostException(host);
        }
        return master.address().getAddress();
    }

    @AfterEach
    void close() {
        link.close();
        node.close();
        master.close();
        runtime.close();
    }

    /** Accepts what is offered, as a new session. */
    private Offer begin(long id, RunningAttempts... running) throws InterruptedException {
        Offer offer = FakeExecutor.take(offers);
        assertThat(offer.registration())
                .isEqualTo(new Registration(offer.registration().number(), 3, 900, 0, 0, List.of(running), List.of()));
        session = new Session(id);
        offer.reply().reply(ClusterMessages.ACCEPTED.encode(new Registration.Accepted(id, false, 0)));
        session.attach(offer.connection(), 0);
        return offer;
    }

    private void order(Order order) {
        session.send(ClusterMessages.encode(order));
    }

    /** When this returns, the link has seen the answer to its registration. */
    private void deploy() throws InterruptedException {
        order(new Order.Deploy(Deployments.of(ATTEMPT, 1)));
        assertThat(executor.take().attempt()).isEqualTo(ATTEMPT);
    }

    @Test
    void ordersReachTheExecutorAndItsAnswersTheJobMaster() throws Exception {
        begin(7);
        deploy();
        executor.master.report(ATTEMPT, new TaskReport.Running());
        executor.master.requestSplit(ATTEMPT);
        assertThat(FakeExecutor.take(answers))
                .isEqualTo(new Numbered<>(1, 1, new Answer.Report(ATTEMPT, 1, new TaskReport.Running())));
        assertThat(FakeExecutor.take(answers)).isEqualTo(new Numbered<>(2, 1, new Answer.RequestSplit(ATTEMPT, 1)));
    }

    @Test
    void aBrokenConnectionIsReplacedAndNothingIsLost() throws Exception {
        Offer first = begin(7);
        deploy();
        session.detach();
        first.connection().close("broken");
        Offer again = FakeExecutor.take(offers);
        assertThat(again.registration()).isEqualTo(new Registration(2, 3, 900, 7, 1, List.of(), List.of()));
        executor.master.report(ATTEMPT, new TaskReport.Running());
        order(new Order.Completed(ATTEMPT, 1, 5));
        again.reply().reply(ClusterMessages.ACCEPTED.encode(new Registration.Accepted(7, true, 0)));
        session.attach(again.connection(), again.registration().received());
        assertThat(FakeExecutor.take(executor.completed).checkpoint()).isEqualTo(5);
        assertThat(FakeExecutor.take(answers).content())
                .isEqualTo(new Answer.Report(ATTEMPT, 1, new TaskReport.Running()));
        assertThat(executor.cancelled).isEmpty();
    }

    @Test
    void withoutAConnectionForTheGraceItEndsWhatItRuns() throws Exception {
        begin(7);
        deploy();
        master.close();
        runtime.awaitExactly(GRACE);
        assertThat(executor.abandoned).isEmpty();
        runtime.advance(GRACE);
        assertThat(FakeExecutor.take(executor.abandoned)).isEqualTo(JOB);
    }

    private void forgotten(Offer first) throws InterruptedException {
        first.connection().close("broken");
        Offer again = FakeExecutor.take(offers);
        again.reply().reply(ClusterMessages.ACCEPTED.encode(new Registration.Accepted(0, false, 0)));
        assertThat(FakeExecutor.take(executor.abandoned)).isEqualTo(JOB);
    }

    /** Whoever begins an attempt must know that an earlier one of its task runs. */
    @Test
    void whatHasNotEndedIsToldWithTheNextSessionAndItsEndInIt() throws Exception {
        Offer first = begin(7);
        deploy();
        forgotten(first);
        begin(8, RUNNING);
        JobMasterGateway former = executor.master;
        executor.answerTakeOver = false;
        order(new Order.TakeOver(JOB, 2));
        assertThat(FakeExecutor.take(executor.takenOver)).isEqualTo(JOB);
        former.report(ATTEMPT, new TaskReport.Canceled());
        assertThat(FakeExecutor.take(answers).content())
                .isEqualTo(new Answer.Report(ATTEMPT, 1, new TaskReport.Canceled()));
        order(new Order.Deploy(Deployments.of(new ExecutionAttemptId(JOB, 0, 0, 1), 2)));
        assertThat(executor.take().epoch()).isEqualTo(2);
    }

    /** It is said to nobody while there is no session, and the JobMaster would wait for it for ever. */
    @Test
    void whatEndsWhileItIsBeingToldIsToldToHaveEnded() throws Exception {
        Offer first = begin(7);
        deploy();
        forgotten(first);
        Offer next = FakeExecutor.take(offers);
        assertThat(next.registration().running()).containsExactly(RUNNING);
        executor.master.report(ATTEMPT, new TaskReport.Finished(Map.of(), new TaskReport.Progress(0, 0, 0)));
        next.reply().reply(ClusterMessages.ACCEPTED.encode(new Registration.Accepted(8, false, 0)));
        assertThat(FakeExecutor.take(answers))
                .isEqualTo(new Numbered<>(1, 0, new Answer.Report(ATTEMPT, 1, new TaskReport.Canceled())));
    }

    /** Its slot is not free, and its thread may come back in that session. */
    @Test
    void whatBeginsToHangWhileItIsBeingToldIsToldToHang() throws Exception {
        Offer first = begin(7);
        deploy();
        forgotten(first);
        Offer next = FakeExecutor.take(offers);
        assertThat(next.registration().running()).containsExactly(RUNNING);
        executor.master.report(ATTEMPT, new TaskReport.Quarantined("thread", "stack"));
        next.reply().reply(ClusterMessages.ACCEPTED.encode(new Registration.Accepted(8, false, 0)));
        assertThat(FakeExecutor.take(answers).content())
                .isEqualTo(new Answer.Report(ATTEMPT, 1, new TaskReport.Quarantined("thread", "stack")));
        executor.master.report(ATTEMPT, new TaskReport.Returned());
        assertThat(FakeExecutor.take(answers).content())
                .isEqualTo(new Answer.Report(ATTEMPT, 1, new TaskReport.Returned()));
    }

    /** A thread that does not end holds its slot, whoever runs the cluster now. */
    @Test
    void whatHangsIsToldWithTheNextSessionAndItsEndInIt() throws Exception {
        Offer first = begin(7);
        deploy();
        executor.master.report(ATTEMPT, new TaskReport.Quarantined("thread", "stack"));
        FakeExecutor.take(answers);
        forgotten(first);
        Offer next = FakeExecutor.take(offers);
        assertThat(next.registration().running()).isEmpty();
        assertThat(next.registration().hanging()).containsExactly(RUNNING);
        next.reply().reply(ClusterMessages.ACCEPTED.encode(new Registration.Accepted(8, false, 0)));
        executor.master.report(ATTEMPT, new TaskReport.Returned());
        assertThat(FakeExecutor.take(answers).content())
                .isEqualTo(new Answer.Report(ATTEMPT, 1, new TaskReport.Returned()));
    }

    @Test
    void whoeverStopsEndsItsTasksBeforeItSaysSo() throws Exception {
        begin(7);
        deploy();
        link.close();
        assertThat(FakeExecutor.take(executor.abandoned)).isEqualTo(JOB);
        assertThat(deregistrations).isEmpty();
        executor.master.report(ATTEMPT, new TaskReport.Canceled());
        assertThat(FakeExecutor.take(deregistrations)).isEqualTo(new Deregistration(7, List.of()));
        assertThat(answers).isEmpty();
    }

    @Test
    void whoeverStopsTellsWhatDoesNotEnd() throws Exception {
        begin(7);
        deploy();
        link.close();
        assertThat(FakeExecutor.take(executor.abandoned)).isEqualTo(JOB);
        runtime.awaitExactly(Duration.ofSeconds(4));
        runtime.advance(Duration.ofSeconds(4));
        assertThat(FakeExecutor.take(deregistrations)).isEqualTo(new Deregistration(7, List.of(RUNNING)));
    }

    @Test
    void aJobMasterThatIsNotThereYetIsTriedAgain() throws Exception {
        Offer first = begin(7);
        deploy();
        master.close();
        runtime.awaitExactly(RETRY);
        master = network.open(
                ClusterNetwork.settings(runtime, "jobmaster", 98, Configuration.EMPTY, master.address()),
                new MasterListener());
        runtime.advance(RETRY);
        Offer again = FakeExecutor.take(offers);
        assertThat(again.registration().session()).isEqualTo(7);
        assertThat(again.connection()).isNotSameAs(first.connection());
    }

    @Test
    void ordersWithAGapEndTheSession() throws Exception {
        Offer first = begin(7);
        deploy();
        first.connection()
                .send(ClusterMessages.encode(new Order.Cancel(ATTEMPT, 1)).numbered(9, 0));
        assertThat(FakeExecutor.take(executor.abandoned)).isEqualTo(JOB);
        begin(8, RUNNING);
    }

    @Test
    void aNameThatIsNotKnownYetIsLookedUpAgain() throws Exception {
        FakeExecutor.take(offers);
        link.close();
        link.owner().join(0);
        node.close();
        resolvable = false;
        open(2);
        runtime.awaitExactly(RETRY);
        assertThat(link.line()).contains("SEEKING", "nobody knows the address of the host 'jobmaster.invalid'");
        runtime.advance(RETRY);
        runtime.awaitExactly(RETRY);
        assertThat(offers).isEmpty();
        resolvable = true;
        runtime.advance(RETRY);
        begin(7);
        deploy();
        assertThat(link.registered()).isTrue();
    }

    /** Orders that nobody would do are not taken. */
    @Test
    void theConnectionEndsWithTheSessionAndNotWithWhatRuns() throws Exception {
        Offer first = begin(7);
        deploy();
        first.connection()
                .send(ClusterMessages.encode(new Order.Cancel(ATTEMPT, 1)).numbered(9, 0));
        assertThat(FakeExecutor.take(ended)).isSameAs(first.connection());
        assertThat(FakeExecutor.take(deregistrations)).isEqualTo(new Deregistration(7, List.of(RUNNING)));
        begin(8, RUNNING);
    }

    /** A former one may live still, with a connection of its own. */
    @Test
    void whoeverItIsNotRegisteredWithOrdersNothing() throws Exception {
        begin(7);
        deploy();
        try (RpcNode former = network.open(
                ClusterNetwork.settings(runtime, "jobmaster", 98, Configuration.EMPTY), new MasterListener())) {
            RpcConnection by =
                    former.connect(node.address()).toCompletableFuture().get(20, TimeUnit.SECONDS);
            // The number that comes next in the session.
            by.send(ClusterMessages.encode(new Order.Cancel(ATTEMPT, 1)).numbered(2, 0));
            by.send(ClusterMessages.encode(new Order.Completed(ATTEMPT, 1, 4)).numbered(3, 0));
            order(new Order.Completed(ATTEMPT, 1, 5));
            assertThat(FakeExecutor.take(executor.completed).checkpoint()).isEqualTo(5);
        }
        assertThat(executor.cancelled).isEmpty();
        assertThat(link.stale()).isEqualTo(2);
        assertThat(link.registered()).isTrue();
    }

    private final class MasterListener implements RpcListener {
        @Override
        public void connected(RpcConnection connection) {}

        @Override
        public void message(RpcConnection connection, RpcMessage message) {
            if (message.type() == ClusterMessages.DEREGISTER.id()) {
                deregistrations.add(ClusterMessages.DEREGISTER.decode(message.body()));
                return;
            }
            answers.add(ClusterMessages.answer(message));
        }

        @Override
        public void request(RpcConnection connection, RpcMessage message, RpcReply reply) {
            offers.add(new Offer(connection, ClusterMessages.REGISTER.decode(message.body()), reply));
        }

        @Override
        public void disconnected(RpcConnection connection, String why) {
            ended.add(connection);
        }
    }
}
