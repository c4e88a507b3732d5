package io.github.foggara.kernel.cluster;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.rpc.ContainerId;
import io.github.foggara.api.rpc.RpcConnection;
import io.github.foggara.api.rpc.RpcReply;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.kernel.cluster.RegisteredTaskManager.State;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.remote.Session;
import io.github.foggara.kernel.remote.message.Answer;
import io.github.foggara.kernel.remote.message.ClusterMessages;
import io.github.foggara.kernel.remote.message.Deregistration;
import io.github.foggara.kernel.remote.message.Numbered;
import io.github.foggara.kernel.remote.message.Registration;
import io.github.foggara.kernel.runtime.OwnerThread;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The registry of TaskManagers: who is there, by which connection, and who is lost. Cluster thread.
 *
 * <p>A TaskManager whose connection breaks is waited for, for {@link ClusterOptions#GRACE}; if it comes back by then, with the same session,
 * nothing has happened. If not, or if it comes back with another session, it is lost, and what it ran with it.
 */
final class TaskManagers {
    private static final Logger LOG = LoggerFactory.getLogger(TaskManagers.class);

    /** What follows. On the cluster thread. */
    interface Listener {
        /**
         * A TaskManager may run something from now on.
         *
         * @param then when that is known for good
         */
        void comes(ContainerId id, Runnable then);

        /**
         * @param offer with what of a former session has not ended there
         */
        void registered(RegisteredTaskManager manager, Registration offer);

        /** The thread of an attempt does not end there; this counts whatever becomes of its job. */
        void hangs(RegisteredTaskManager manager, ExecutionAttemptId attempt);

        /** Such a thread has ended at last. */
        void returned(RegisteredTaskManager manager, ExecutionAttemptId attempt);

        /** Its connection is broken, or back. */
        void changed();

        /** Something was dropped, because the session or the JobMaster that it belongs to is over. */
        void stale();

        /**
         * @param words for users
         * @param loss what that says about what it ran
         */
        void lost(RegisteredTaskManager manager, String words, Loss loss);
    }

    /**
     * How a TaskManager was lost.
     *
     * @param afterGrace its grace has passed since its connection ended, or it has told its tasks to end
     * @param mayRun what may run there still
     */
    record Loss(boolean afterGrace, Predicate<ExecutionAttemptId> mayRun) {
        /** Nobody knows. */
        static final Loss AT_ONCE = new Loss(false, attempt -> true);

        static final Loss AFTER_GRACE = new Loss(true, attempt -> true);
    }

    private final OwnerThread thread;
    private final EngineRuntime runtime;
    private final Duration grace;
    private final Listener listener;
    private final Map<ContainerId, RegisteredTaskManager> managers = new LinkedHashMap<>();
    /** By which one registers that is not registered yet. */
    private final Set<RpcConnection> beginning = new HashSet<>();

    TaskManagers(OwnerThread thread, EngineRuntime runtime, Duration grace, Listener listener) {
        this.thread = thread;
        this.runtime = runtime;
        this.grace = grace;
        this.listener = listener;
    }

    /** Those that are not lost, in the order of their registration. */
    Collection<RegisteredTaskManager> all() {
        thread.assertOwner();
        return List.copyOf(managers.values());
    }

    /** Whether one of that id is about to be registered. */
    boolean begins(ContainerId id) {
        return beginning.stream().anyMatch(by -> by.peer().container().equals(id));
    }

    /** Null if it is not registered, or lost. */
    RegisteredTaskManager find(ContainerId id) {
        return managers.get(id);
    }

    /** A TaskManager wants to go on with its session, or to begin one. */
    void register(RpcConnection connection, Registration registration, RpcReply reply) {
        thread.assertOwner();
        if (!connection.peer().role().equals(Role.TASKMANAGER.text())) {
            refuse(
                    connection,
                    "only a taskmanager registers with a jobmaster, not a container whose role is '"
                            + connection.peer().role() + "'");
            return;
        }
        RegisteredTaskManager known = managers.get(connection.peer().container());
        if (known != null && !known.newer(registration.number())) {
            refuse(connection, "it came later than a newer registration of the same container");
        } else if (registration.session() == 0) {
            beginning.add(connection);
            listener.comes(connection.peer().container(), () -> begin(connection, registration, reply));
        } else if (known != null && known.session().id() == registration.session()) {
            resume(connection, registration, reply, known);
        } else {
            LOG.info("A session of {} is over; it begins another, and says what it runs still", connection.peer());
            reply.reply(ClusterMessages.ACCEPTED.encode(new Registration.Accepted(0, false, 0)));
        }
    }

    private static void refuse(RpcConnection connection, String words) {
        LOG.warn("A registration of {} is refused: {}", connection.peer(), words);
        connection.close("the registration is refused: " + words);
    }

    private void begin(RpcConnection connection, Registration registration, RpcReply reply) {
        RegisteredTaskManager known = managers.get(connection.peer().container());
        if (!beginning.contains(connection)) {
            return;
        }
        if (known != null && known.registration() > registration.number()) {
            beginning.remove(connection);
            refuse(connection, "it came later than a newer registration of the same container");
            return;
        }
        if (known != null) {
            lose(known, "it has begun anew", Loss.AT_ONCE);
        }
        long id = runtime.randomBits() | 1;
        Session session = new Session(id);
        Consumer<String> onFull = words -> lose(managers.get(connection.peer().container()), words, Loss.AT_ONCE);
        RegisteredTaskManager manager =
                new RegisteredTaskManager(connection.peer(), registration, session, thread::execute, onFull);
        manager.newer(registration.number());
        managers.put(manager.id(), manager);
        // Not before: what is lost above is to stay in the roster.
        beginning.remove(connection);
        LOG.info("{} with {} slots is registered", manager, manager.slots());
        reply.reply(ClusterMessages.ACCEPTED.encode(new Registration.Accepted(id, false, 0)));
        session.attach(connection, 0);
        listener.registered(manager, registration);
    }

    private void resume(
            RpcConnection connection, Registration registration, RpcReply reply, RegisteredTaskManager known) {
        RpcConnection former = known.session().connection();
        known.session().detach();
        reply.reply(ClusterMessages.ACCEPTED.encode(new Registration.Accepted(
                known.session().id(), true, known.session().received())));
        try {
            known.session().attach(connection, registration.received());
            known.offers(registration);
        } catch (IllegalArgumentException impossible) {
            lose(known, impossible.getMessage(), Loss.AT_ONCE);
            connection.close(impossible.getMessage());
            return;
        }
        if (former != null && former != connection) {
            former.close("replaced by a newer connection");
        }
        if (known.state() == State.AWAY) {
            known.become(State.CONNECTED, "its connection is back");
            listener.changed();
        }
    }

    void answered(RpcConnection connection, Numbered<? extends Answer> answer, int bytes) {
        RegisteredTaskManager manager = by(connection);
        if (manager == null) {
            listener.stale();
            return;
        }
        guarded(manager, () -> {
            if (manager.session().receive(answer.number(), answer.received(), bytes)) {
                answered(manager, answer.content());
            }
        });
    }

    private void answered(RegisteredTaskManager manager, Answer answer) {
        if (answer instanceof Answer.Report report && report.report() instanceof TaskReport.Returned) {
            listener.returned(manager, report.attempt());
            return;
        }
        if (answer instanceof Answer.Report report && report.report() instanceof TaskReport.Quarantined) {
            listener.hangs(manager, report.attempt());
        }
        if (!manager.answered(answer)) {
            listener.stale();
        }
    }

    /** The peer says how many messages have come. */
    void arrived(RpcConnection connection, long count) {
        RegisteredTaskManager manager = by(connection);
        if (manager != null) {
            guarded(manager, () -> manager.session().arrived(count));
        }
    }

    /** The peer has ended a session: nothing of it comes back. */
    void deregister(RpcConnection connection, Deregistration end) {
        RegisteredTaskManager manager = by(connection);
        if (manager != null && manager.session().id() == end.session()) {
            Set<ExecutionAttemptId> running = new HashSet<>();
            end.running().forEach(some -> running.addAll(some.attempts()));
            lose(manager, "it has ended its session itself", new Loss(true, running::contains));
        } else {
            listener.stale();
        }
    }

    void writable(RpcConnection connection) {
        RegisteredTaskManager manager = by(connection);
        if (manager != null) {
            manager.session().proceed();
        }
    }

    void disconnected(RpcConnection connection, String why) {
        beginning.remove(connection);
        RegisteredTaskManager manager = by(connection);
        if (manager == null) {
            return;
        }
        manager.session().detach();
        manager.become(State.AWAY, why);
        listener.changed();
        manager.timer(thread.schedule(grace.toNanos(), () -> {
            if (manager.state() == State.AWAY) {
                lose(
                        manager,
                        "its connection has ended (" + why + ") and is not back after " + grace.toMillis() + " ms",
                        Loss.AFTER_GRACE);
            }
        }));
    }

    /** A peer that breaks the rules of a session is not trusted any more. */
    private void guarded(RegisteredTaskManager manager, Runnable action) {
        try {
            action.run();
        } catch (IllegalArgumentException broken) {
            lose(manager, broken.getMessage(), Loss.AT_ONCE);
        }
    }

    private void lose(RegisteredTaskManager manager, String why, Loss loss) {
        if (manager == null || manager.state() == State.LOST) {
            return;
        }
        manager.become(State.LOST, why);
        managers.remove(manager.id(), manager);
        RpcConnection connection = manager.session().connection();
        manager.session().detach();
        if (connection != null) {
            connection.close(why);
        }
        listener.lost(manager, manager + " is lost: " + why, loss);
    }

    private RegisteredTaskManager by(RpcConnection connection) {
        thread.assertOwner();
        RegisteredTaskManager manager = managers.get(connection.peer().container());
        return manager != null && manager.session().connection() == connection ? manager : null;
    }
}
