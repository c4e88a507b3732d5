package io.github.foggara.kernel.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.rpc.RpcConnection;
import io.github.foggara.api.rpc.RpcListener;
import io.github.foggara.api.rpc.RpcMessage;
import io.github.foggara.api.rpc.RpcNode;
import io.github.foggara.api.rpc.RpcReply;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.kernel.fixture.ClusterNetwork;
import io.github.foggara.kernel.fixture.FakeExecutor;
import io.github.foggara.kernel.remote.Session;
import io.github.foggara.kernel.remote.message.Answer;
import io.github.foggara.kernel.remote.message.ClusterMessages;
import io.github.foggara.kernel.remote.message.Deregistration;
import io.github.foggara.kernel.remote.message.Numbered;
import io.github.foggara.kernel.remote.message.Order;
import io.github.foggara.kernel.remote.message.Registration;
import io.github.foggara.kernel.remote.message.RunningAttempts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A TaskManager that says what the test says. */
final class ScriptedTaskManager implements AutoCloseable {
    /** Of each, in bytes. */
    static final long MEMORY = 1000;

    private record Early(Numbered<? extends Order> order, int bytes) {}

    private final BlockingQueue<Order> orders = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> ends = new LinkedBlockingQueue<>();
    private final Queue<Early> early = new ArrayDeque<>();
    private final RpcNode node;
    private final InetSocketAddress jobMaster;
    private final int slots;
    private RpcConnection connection;
    private Session session;
    private long registrations;
    private List<RunningAttempts> running = List.of();
    private List<RunningAttempts> hanging = List.of();

    ScriptedTaskManager(
            ClusterNetwork network, EngineRuntime runtime, InetSocketAddress jobMaster, long id, int slots) {
        this(network, runtime, "taskmanager", jobMaster, id, slots);
    }

    ScriptedTaskManager(
            ClusterNetwork network,
            EngineRuntime runtime,
            String role,
            InetSocketAddress jobMaster,
            long id,
            int slots) {
        this.jobMaster = jobMaster;
        this.slots = slots;
        try {
            node = network.open(ClusterNetwork.settings(runtime, role, id, Configuration.EMPTY), new Listener());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** By a new connection, with the session it had, if it had one. */
    Registration.Accepted register() {
        RpcConnection made = get(node.connect(jobMaster));
        registrations++;
        byte[] body = ClusterMessages.REGISTER.encode(registration(registrations));
        synchronized (this) {
            connection = made;
        }
        Registration.Accepted accepted = ClusterMessages.ACCEPTED.decode(
                get(made.request(new RpcMessage(ClusterMessages.REGISTER.id(), body), Duration.ofSeconds(20))));
        synchronized (this) {
            if (session == null) {
                session = new Session(accepted.session());
            }
            if (accepted.session() != 0) {
                session.attach(made, accepted.received());
            }
            takeEarly();
        }
        return accepted;
    }

    private Registration registration(long number) {
        return session == null
                ? new Registration(number, slots, MEMORY, 0, 0, running, hanging)
                : new Registration(number, slots, MEMORY, session.id(), session.received(), List.of(), List.of());
    }

    /** A registration that was sent that long ago comes only now, by a connection of its own; its end is told. */
    void registerLate(long number) {
        RpcConnection made = get(node.connect(jobMaster));
        made.request(
                new RpcMessage(ClusterMessages.REGISTER.id(), ClusterMessages.REGISTER.encode(registration(number))),
                Duration.ofSeconds(20));
    }

    /** Orders may overtake the thread that waits for the answer to its registration. */
    private void takeEarly() {
        while (session != null && !early.isEmpty()) {
            Early next = early.poll();
            if (session.receive(next.order.number(), next.order.received(), next.bytes)) {
                orders.add(next.order.content());
            }
        }
    }

    /** As another life of the same container would. */
    synchronized void forgetSession() {
        session = null;
    }

    /** What it says to run still when it registers anew. */
    synchronized void runs(long epoch, ExecutionAttemptId... attempts) {
        running = List.of(new RunningAttempts(attempts[0].job(), epoch, List.of(attempts)));
    }

    /** What it says to hang when it registers anew. */
    synchronized void hangs(long epoch, ExecutionAttemptId... attempts) {
        hanging = List.of(new RunningAttempts(attempts[0].job(), epoch, List.of(attempts)));
    }

    synchronized void say(Answer answer) {
        session.send(ClusterMessages.encode(answer));
    }

    /** Its session, or one whose id differs by that, with what {@link #runs}. */
    synchronized void deregister(long difference) {
        byte[] end = ClusterMessages.DEREGISTER.encode(new Deregistration(session.id() + difference, running));
        say(new RpcMessage(ClusterMessages.DEREGISTER.id(), end));
    }

    /** Without a session. */
    void say(RpcMessage message) {
        connection.send(message);
    }

    <T extends Order> T next(Class<T> type) throws InterruptedException {
        Order order = FakeExecutor.take(orders);
        assertThat(order).isInstanceOf(type);
        return type.cast(order);
    }

    boolean hasOrder() {
        return !orders.isEmpty();
    }

    /** Breaks the connection and waits until this end knows. */
    String disconnect() throws InterruptedException {
        connection.close("gone");
        return awaitEnd();
    }

    String awaitEnd() throws InterruptedException {
        return FakeExecutor.take(ends);
    }

    @Override
    public void close() {
        node.close();
    }

    private static <T> T get(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(20, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError("Expected a result", e);
        }
    }

    private final class Listener implements RpcListener {
        @Override
        public void connected(RpcConnection made) {}

        @Override
        public void message(RpcConnection by, RpcMessage message) {
            if (message.type() == ClusterMessages.RECEIVED.id()) {
                return;
            }
            Numbered<? extends Order> order = ClusterMessages.order(message);
            synchronized (ScriptedTaskManager.this) {
                early.add(new Early(order, message.body().length));
                takeEarly();
            }
        }

        @Override
        public void request(RpcConnection by, RpcMessage message, RpcReply reply) {
            reply.fail("not asked");
        }

        @Override
        public void disconnected(RpcConnection by, String why) {
            synchronized (ScriptedTaskManager.this) {
                if (session != null && session.connection() == by) {
                    session.detach();
                }
            }
            ends.add(why);
        }
    }
}
