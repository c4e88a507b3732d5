package io.github.foggara.kernel.taskmanager;

import io.github.foggara.api.rpc.BackPressureException;
import io.github.foggara.api.rpc.RpcConnection;
import io.github.foggara.api.rpc.RpcListener;
import io.github.foggara.api.rpc.RpcMessage;
import io.github.foggara.api.rpc.RpcNode;
import io.github.foggara.api.rpc.RpcReply;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.kernel.gateway.TaskExecutorGateway;
import io.github.foggara.kernel.remote.Lengths;
import io.github.foggara.kernel.remote.OrderDispatcher;
import io.github.foggara.kernel.remote.Session;
import io.github.foggara.kernel.remote.message.Answer;
import io.github.foggara.kernel.remote.message.ClusterMessages;
import io.github.foggara.kernel.remote.message.Numbered;
import io.github.foggara.kernel.remote.message.Order;
import io.github.foggara.kernel.remote.message.Registration;
import io.github.foggara.kernel.runtime.OwnerThread;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a TaskManager registered with its JobMaster, takes orders and sends answers. {@link #start}, {@link #use}, {@link #close}, {@link #state} and the
 * listener may be called from any thread; everything else belongs to the link thread.
 *
 * <p>Whatever was ordered in a session ends with it: after {@code grace} without a connection, or as soon as the JobMaster says that it does
 * not know the session. Only when nothing runs any more the TaskManager offers its slots again, so that an attempt never meets an
 * earlier one of its task here.
 */
public final class JobMasterLink implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JobMasterLink.class);
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);

    private final EngineRuntime runtime;
    private final OwnerThread thread;
    private final TaskExecutorGateway executor;
    private final OrderDispatcher orders;
    private final HeldJobs jobs = new HeldJobs();
    private final InetSocketAddress jobMaster;
    private final int slots;
    private final Duration grace;
    private final Duration retry;
    private final Resolver resolver;

    private volatile LinkState state = LinkState.SEEKING;
    private RpcNode node;
    /** Null if there is none. */
    private Session session;
    /** That is being registered; null if there is none. */
    private RpcConnection connection;

    /** Orders that came before this thread has seen the answer to the registration, by the connection that it is for. */
    private final List<Runnable> early = new ArrayList<>();

    private boolean connecting;
    private long registrations;
    private EngineRuntime.Cancellable timer;
    private volatile String lastTrouble = "";

    JobMasterLink(EngineRuntime runtime, TaskExecutorGateway executor, LinkSettings settings) {
        this.runtime = runtime;
        this.executor = executor;
        this.jobMaster = settings.jobMaster();
        this.slots = settings.slots();
        this.grace = settings.grace();
        this.retry = settings.retry();
        this.resolver = settings.resolver();
        this.thread = new OwnerThread(
                runtime, "foggara-link", null, t -> LOG.error("An action of the link to the JobMaster failed", t));
        this.orders = new OrderDispatcher(executor, answer -> thread.execute(() -> answer(answer)));
    }

    /** What the node hears is told here. */
    public RpcListener listener() {
        return new Door();
    }

    /** Once. */
    public void start() {
        thread.start();
    }

    /**
     * Connects by this node from now on.
     *
     * @param opened that tells its listener to be {@link #listener}, or null if there is none now; one that was used before is closed
     */
    public void use(RpcNode opened) {
        thread.execute(() -> {
            node = opened;
            connect();
        });
    }

    /** For the watchdog. */
    public OwnerThread owner() {
        return thread;
    }

    LinkState state() {
        return state;
    }

    /** Told on the link thread: the connection of its session, null if there is none now. */
    void withConnection(Consumer<RpcConnection> action) {
        thread.execute(() -> action.accept(session == null ? null : session.connection()));
    }

    boolean registered() {
        return state == LinkState.REGISTERED;
    }

    /** For users. Any thread. */
    public String line() {
        String words = lastTrouble;
        return "JobMaster at " + address() + ": " + state + (words.isEmpty() ? "" : " (" + words + ")");
    }

    private String address() {
        return jobMaster.getHostString() + ":" + jobMaster.getPort();
    }

    /** Tells the JobMaster, says nothing more and hears nothing more; the node is closed by whoever opened it, after the link thread's end. */
    @Override
    public void close() {
        thread.execute(() -> {
            deregister();
            become(LinkState.CLOSED, "the TaskManager stops");
        });
        thread.stop();
    }

    /** If it is not heard, the JobMaster waits for the grace. */
    private void deregister() {
        RpcConnection by = session == null ? null : session.connection();
        if (by == null) {
            return;
        }
        try {
            by.send(RpcMessage.of(ClusterMessages.DEREGISTER.id(), ClusterMessages.DEREGISTER.encode(session.id())));
        } catch (BackPressureException e) {
            LOG.debug("The JobMaster at {} is not told that the session ends", address(), e);
        }
    }

    /** The only way to change the state. */
    private void become(LinkState next, String why) {
        thread.assertOwner();
        if (state == LinkState.CLOSED) {
            return;
        }
        if (!state.mayBecome(next)) {
            throw new IllegalStateException("The link to the JobMaster: " + state + " cannot become " + next);
        }
        LOG.info("JobMaster at {}: {} → {} ({})", address(), state, next, why);
        state = next;
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
    }

    // ---- connecting

    private void connect() {
        boolean wanted = state == LinkState.SEEKING || state == LinkState.AWAY;
        if (!wanted || connecting || connection != null || node == null) {
            return;
        }
        connecting = true;
        RpcNode by = node;
        try {
            runtime.executeBlocking(() -> resolve(by));
        } catch (RuntimeException e) {
            connected(null, e);
        }
    }

    /** On an io thread. */
    private void resolve(RpcNode by) {
        try {
            InetSocketAddress found =
                    new InetSocketAddress(resolver.resolve(jobMaster.getHostString()), jobMaster.getPort());
            thread.execute(() -> resolved(by, found));
        } catch (UnknownHostException | RuntimeException e) {
            String words = "nobody knows the address of the host '" + jobMaster.getHostString()
                    + "' now; is jobmanager.rpc.address right, and the name service reachable? " + e;
            thread.execute(() -> connected(null, new IllegalStateException(words, e)));
        }
    }

    private void resolved(RpcNode by, InetSocketAddress found) {
        if (by == node && (state == LinkState.SEEKING || state == LinkState.AWAY)) {
            by.connect(found).whenComplete((made, failure) -> thread.execute(() -> connected(made, failure)));
        } else {
            connecting = false;
            connect();
        }
    }

    private void connected(RpcConnection made, Throwable failure) {
        connecting = false;
        if (failure != null) {
            trouble(failure.getMessage());
            thread.schedule(retry.toNanos(), this::connect);
        } else if (state == LinkState.SEEKING || state == LinkState.AWAY) {
            connection = made;
            register();
        } else {
            made.close("not needed any more");
        }
    }

    /** Once per kind of trouble: it may last for hours. */
    private void trouble(String words) {
        if (!String.valueOf(words).equals(lastTrouble)) {
            lastTrouble = String.valueOf(words);
            LOG.warn("No registration with the JobMaster at {}: {}. It is tried again", address(), words);
        }
    }

    private void register() {
        RpcConnection by = connection;
        registrations++;
        Registration registration = session == null
                ? new Registration(registrations, slots, 0, 0)
                : new Registration(registrations, slots, session.id(), session.received());
        RpcMessage message =
                RpcMessage.of(ClusterMessages.REGISTER.id(), ClusterMessages.REGISTER.encode(registration));
        by.request(message, ANSWER_LIMIT)
                .thenApply(ClusterMessages.ACCEPTED::decode)
                .whenComplete((accepted, failure) -> thread.execute(() -> registered(by, accepted, failure)));
    }

    private void registered(RpcConnection by, Registration.Accepted accepted, Throwable failure) {
        if (by != connection || state != LinkState.SEEKING && state != LinkState.AWAY) {
            by.close("not needed any more");
            return;
        }
        boolean nonsense = failure == null && session == null && accepted.session() == 0;
        if (failure != null || nonsense) {
            trouble(nonsense ? "it does not begin a session" : failure.getMessage());
            by.close("no registration");
            connection = null;
            thread.schedule(retry.toNanos(), this::connect);
        } else if (session == null) {
            session = new Session(accepted.session());
            goOn(by, 0);
        } else if (session != null && accepted.resumed() && accepted.session() == session.id()) {
            goOn(by, accepted.received());
        } else {
            clear("the JobMaster does not know the session any more");
        }
    }

    private void goOn(RpcConnection by, long arrived) {
        lastTrouble = "";
        try {
            session.attach(by, arrived);
            become(LinkState.REGISTERED, "with " + slots + " slots");
            List.copyOf(early).forEach(Runnable::run);
            early.clear();
        } catch (IllegalArgumentException impossible) {
            broken(impossible);
        }
    }

    // ---- the conversation

    private void ordered(RpcConnection by, Numbered<? extends Order> order, int bytes) {
        if (by == connection && (state == LinkState.SEEKING || state == LinkState.AWAY)) {
            early.add(() -> ordered(by, order, bytes));
            return;
        }
        if (state != LinkState.REGISTERED || session.connection() != by) {
            return;
        }
        try {
            if (session.receive(order.number(), order.received(), bytes)) {
                jobs.ordered(order.content());
                orders.dispatch(order.content());
            }
        } catch (IllegalArgumentException e) {
            broken(e);
        }
    }

    private void arrived(RpcConnection by, long count) {
        try {
            if (session != null && session.connection() == by) {
                session.arrived(count);
            }
        } catch (IllegalArgumentException e) {
            broken(e);
        }
    }

    private void answer(Answer answer) {
        jobs.answered(answer);
        if (state == LinkState.CLEARING) {
            offerIfIdle();
        } else if (session != null && !session.send(Lengths.encode(answer))) {
            clear("the JobMaster does not take what is said to it");
        }
    }

    /** A peer that breaks the rules of a session is not trusted any more. */
    private void broken(IllegalArgumentException why) {
        clear(why.getMessage());
    }

    private void disconnected(RpcConnection by, String why) {
        if (by != connection) {
            return;
        }
        connection = null;
        early.clear();
        if (state == LinkState.REGISTERED) {
            session.detach();
            become(LinkState.AWAY, why);
            timer = thread.schedule(grace.toNanos(), () -> {
                if (state == LinkState.AWAY) {
                    clear("no connection for " + grace.toMillis() + " ms");
                }
            });
        }
        connect();
    }

    /**
     * The session is over, and everything that was ordered in it with it. Its connection ends now, so that the JobMaster does not go on to order
     * what nobody would do; a new connection begins a new session.
     */
    private void clear(String why) {
        become(LinkState.CLEARING, why);
        early.clear();
        deregister();
        session.detach();
        session = null;
        if (connection != null) {
            connection.close("the session is over: " + why);
            connection = null;
        }
        jobs.cancelAll(executor);
        offerIfIdle();
    }

    private void offerIfIdle() {
        if (!jobs.idle()) {
            return;
        }
        jobs.abandonAll(executor);
        become(LinkState.SEEKING, "nothing runs any more");
        connect();
    }

    /** Net threads: what comes is decoded, so that nonsense ends the connection at once, and enqueued. */
    private final class Door implements RpcListener {
        @Override
        public void connected(RpcConnection made) {}

        @Override
        public void message(RpcConnection by, RpcMessage message) {
            if (message.type() == ClusterMessages.RECEIVED.id()) {
                long count = ClusterMessages.RECEIVED.decode(message.body());
                thread.execute(() -> arrived(by, count));
            } else {
                Numbered<? extends Order> order = ClusterMessages.order(message);
                int bytes = message.body().length;
                thread.execute(() -> ordered(by, order, bytes));
            }
        }

        @Override
        public void request(RpcConnection by, RpcMessage message, RpcReply reply) {
            throw new IllegalArgumentException("A JobMaster does not ask for a message " + message.type());
        }

        @Override
        public void writable(RpcConnection by) {
            thread.execute(() -> {
                if (session != null && session.connection() == by) {
                    session.proceed();
                }
            });
        }

        @Override
        public void disconnected(RpcConnection by, String why) {
            thread.execute(() -> JobMasterLink.this.disconnected(by, why));
        }
    }
}
