package io.github.foggara.kernel.taskmanager;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.rpc.BackPressureException;
import io.github.foggara.api.rpc.RpcConnection;
import io.github.foggara.api.rpc.RpcListener;
import io.github.foggara.api.rpc.RpcMessage;
import io.github.foggara.api.rpc.RpcNode;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.kernel.gateway.TaskExecutorGateway;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.remote.Lengths;
import io.github.foggara.kernel.remote.OrderDispatcher;
import io.github.foggara.kernel.remote.Session;
import io.github.foggara.kernel.remote.message.Answer;
import io.github.foggara.kernel.remote.message.ClusterMessages;
import io.github.foggara.kernel.remote.message.Deregistration;
import io.github.foggara.kernel.remote.message.Numbered;
import io.github.foggara.kernel.remote.message.Order;
import io.github.foggara.kernel.remote.message.Registration;
import io.github.foggara.kernel.remote.message.RunningAttempts;
import io.github.foggara.kernel.runtime.OwnerThread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a TaskManager registered with its JobMaster, takes orders and sends answers. {@link #start}, {@link #use}, {@link #close}, {@link #state} and the
 * listener may be called from any thread; everything else belongs to the link thread.
 *
 * <p>Whatever was ordered in a session ends with it: after {@code grace} without a connection, or as soon as the JobMaster says that it does
 * not know the session. What takes its time to end, or hangs, is told when the next session begins, and its end in that session, so that
 * the JobMaster lets no attempt meet an earlier one of its task, here or elsewhere.
 */
public final class JobMasterLink implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JobMasterLink.class);
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);
    /** How long the end of what runs is waited for when the TaskManager stops. */
    private static final Duration STOP_LIMIT = Duration.ofSeconds(4);

    private final OwnerThread thread;
    private final TaskExecutorGateway executor;
    private final OrderDispatcher orders;
    private final HeldJobs jobs = new HeldJobs();
    private final LinkSettings settings;
    private final Dialer dialer;
    private final LongAdder stale = new LongAdder();

    private volatile LinkState state = LinkState.SEEKING;
    /** Null if there is none. */
    private Session session;
    /** That is being registered; null if there is none. */
    private RpcConnection connection;
    /** Of which it was said that nothing of it is obeyed. */
    private RpcConnection unheard;

    /** Orders that came before this thread has seen the answer to the registration, by the connection that it is for. */
    private final List<Runnable> early = new ArrayList<>();

    /** What was told to run with the registration that waits for its answer. */
    private List<RunningAttempts> told = List.of();

    private List<RunningAttempts> toldHanging = List.of();

    private long registrations;
    private EngineRuntime.Cancellable timer;

    JobMasterLink(EngineRuntime runtime, TaskExecutorGateway executor, LinkSettings settings) {
        this.executor = executor;
        this.settings = settings;
        this.thread = new OwnerThread(
                runtime, "foggara-link", null, t -> LOG.error("An action of the link to the JobMaster failed", t));
        this.orders = new OrderDispatcher(executor, answer -> thread.execute(() -> answer(answer)));
        this.dialer = new Dialer(runtime, thread, settings, this::seeks, this::connected);
    }

    /** What the node hears is told here. */
    public RpcListener listener() {
        return new JobMasterDoor(thread, this);
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
        thread.execute(() -> dialer.use(opened));
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

    /** Orders that were dropped, because they did not come from the JobMaster it is registered with. Any thread. */
    long stale() {
        return stale.sum();
    }

    /** For users. Any thread. */
    public String line() {
        String words = dialer.trouble();
        return "JobMaster at " + settings.address() + ": " + state + (words.isEmpty() ? "" : " (" + words + ")");
    }

    /**
     * Takes no more orders, ends what runs, waits for that, bounded, and tells the JobMaster; the node is closed by whoever opened it, after
     * the link thread's end. Does not wait.
     */
    @Override
    public void close() {
        thread.execute(() -> {
            if (state != LinkState.STOPPING && state != LinkState.CLOSED) {
                become(LinkState.STOPPING, "the TaskManager stops");
                jobs.abandonAll(executor);
                timer = thread.schedule(STOP_LIMIT.toNanos(), this::closed);
                closeIfIdle();
            }
        });
    }

    private void closeIfIdle() {
        if (jobs.idle()) {
            closed();
        }
    }

    private void closed() {
        if (state == LinkState.STOPPING) {
            deregister();
            become(LinkState.CLOSED, "all has ended, or is not waited for any more");
            thread.stop();
        }
    }

    /** If it is not heard, the JobMaster waits for the grace. */
    private void deregister() {
        RpcConnection by = session == null ? null : session.connection();
        List<RunningAttempts> running = jobs.running();
        if (by == null || RunningAttempts.count(running) > RunningAttempts.MAX) {
            return;
        }
        try {
            byte[] end = ClusterMessages.DEREGISTER.encode(new Deregistration(session.id(), running));
            by.send(new RpcMessage(ClusterMessages.DEREGISTER.id(), end));
        } catch (BackPressureException e) {
            LOG.debug("The JobMaster at {} is not told that the session ends", settings.address(), e);
        }
    }

    /** The only way to change the state. */
    private void become(LinkState next, String why) {
        thread.assertOwner();
        if (!state.mayBecome(next)) {
            throw new IllegalStateException("The link to the JobMaster: " + state + " cannot become " + next);
        }
        LOG.info("JobMaster at {}: {} → {} ({})", settings.address(), state, next, why);
        state = next;
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
    }

    // ---- registering

    private boolean tooMany() {
        return RunningAttempts.count(jobs.running()) > RunningAttempts.MAX
                || RunningAttempts.count(jobs.hanging()) > RunningAttempts.MAX;
    }

    private boolean seeks() {
        return (state == LinkState.SEEKING || state == LinkState.AWAY) && connection == null;
    }

    private void connected(RpcConnection made) {
        if (session == null && tooMany()) {
            made.close("not needed yet");
            dialer.again("more than " + RunningAttempts.MAX + " attempts of a former session have not ended yet");
            return;
        }
        connection = made;
        register();
    }

    private void register() {
        RpcConnection by = connection;
        registrations++;
        boolean anew = session == null;
        told = anew ? jobs.running() : List.of();
        toldHanging = anew ? jobs.hanging() : List.of();
        Registration registration = new Registration(
                registrations,
                settings.slots(),
                settings.memory().getAsLong(),
                anew ? 0 : session.id(),
                anew ? 0 : session.received(),
                told,
                toldHanging);
        RpcMessage message =
                new RpcMessage(ClusterMessages.REGISTER.id(), ClusterMessages.REGISTER.encode(registration));
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
            by.close("no registration");
            connection = null;
            dialer.again(nonsense ? "it does not begin a session" : failure.getMessage());
        } else if (session == null) {
            session = new Session(accepted.session());
            goOn(by, 0);
        } else if (accepted.resumed() && accepted.session() == session.id()) {
            goOn(by, accepted.received());
        } else {
            clear("the JobMaster does not know the session any more");
        }
    }

    private void goOn(RpcConnection by, long arrived) {
        dialer.well();
        try {
            session.attach(by, arrived);
            become(LinkState.REGISTERED, "with " + settings.slots() + " slots");
            told.forEach(some -> tell(some, attempt -> !jobs.runs(attempt), jobs::lastWord));
            toldHanging.forEach(
                    some -> tell(some, attempt -> !jobs.hangs(attempt), attempt -> new TaskReport.Returned()));
            told = List.of();
            toldHanging = List.of();
            List.copyOf(early).forEach(Runnable::run);
            early.clear();
        } catch (IllegalArgumentException impossible) {
            broken(impossible);
        }
    }

    /** Attempts that ended while the registration was under way: their last word was said to nobody. */
    private void tell(
            RunningAttempts some,
            Predicate<ExecutionAttemptId> ended,
            Function<ExecutionAttemptId, TaskReport> report) {
        some.attempts().stream()
                .filter(ended)
                .forEach(attempt -> answer(new Answer.Report(attempt, some.epoch(), report.apply(attempt))));
    }

    // ---- the conversation

    /**
     * Only the JobMaster that this container is registered with, or registers with, orders anything here, and by that connection alone: a
     * former one may live still and not know that it is over, and not every order has an epoch by which the executor could tell.
     */
    void ordered(RpcConnection by, Numbered<? extends Order> order, int bytes) {
        if (by != connection) {
            stale.increment();
            if (by != unheard) {
                unheard = by;
                LOG.warn(
                        "What {} orders is dropped: the connection that it came by is over, or never was that of a JobMaster that this"
                                + " TaskManager is registered with",
                        by.peer());
            }
            return;
        }
        if (state == LinkState.SEEKING || state == LinkState.AWAY) {
            early.add(() -> ordered(by, order, bytes));
            return;
        }
        if (state != LinkState.REGISTERED) {
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

    void arrived(RpcConnection by, long count) {
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
        if (state == LinkState.STOPPING) {
            closeIfIdle();
        } else if (session != null && !session.send(Lengths.encode(answer))) {
            clear("the JobMaster does not take what is said to it");
        }
    }

    /** A peer that breaks the rules of a session is not trusted any more. */
    private void broken(IllegalArgumentException why) {
        clear(why.getMessage());
    }

    void writable(RpcConnection by) {
        if (session != null && session.connection() == by) {
            session.proceed();
        }
    }

    void disconnected(RpcConnection by, String why) {
        if (by != connection) {
            return;
        }
        connection = null;
        early.clear();
        if (state == LinkState.REGISTERED) {
            session.detach();
            become(LinkState.AWAY, why);
            timer = thread.schedule(settings.grace().toNanos(), () -> {
                if (state == LinkState.AWAY) {
                    clear("no connection for " + settings.grace().toMillis() + " ms");
                }
            });
        }
        dialer.dial();
    }

    /**
     * The session is over, and everything that was ordered in it with it. Its connection ends now, so that the JobMaster does not go on to order
     * what nobody would do; a new connection begins a new session.
     */
    private void clear(String why) {
        if (state == LinkState.STOPPING || state == LinkState.CLOSED) {
            return;
        }
        become(LinkState.SEEKING, why);
        early.clear();
        jobs.abandonAll(executor);
        deregister();
        session.detach();
        session = null;
        if (connection != null) {
            connection.close("the session is over: " + why);
            connection = null;
        }
        dialer.dial();
    }
}
