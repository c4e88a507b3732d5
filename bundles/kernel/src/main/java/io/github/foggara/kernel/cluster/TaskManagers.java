package io.github.foggara.kernel.cluster;

import io.github.foggara.api.rpc.ContainerId;
import io.github.foggara.api.rpc.RpcConnection;
import io.github.foggara.api.rpc.RpcReply;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.kernel.cluster.RegisteredTaskManager.State;
import io.github.foggara.kernel.remote.Session;
import io.github.foggara.kernel.remote.message.Answer;
import io.github.foggara.kernel.remote.message.ClusterMessages;
import io.github.foggara.kernel.remote.message.Numbered;
import io.github.foggara.kernel.remote.message.Registration;
import io.github.foggara.kernel.runtime.OwnerThread;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
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
        void registered(RegisteredTaskManager manager);

        /** Its connection is broken, or back. */
        void changed();

        /**
         * @param words for users
         */
        void lost(RegisteredTaskManager manager, String words);
    }

    private final OwnerThread thread;
    private final EngineRuntime runtime;
    private final Duration grace;
    private final Listener listener;
    private final Map<ContainerId, RegisteredTaskManager> managers = new LinkedHashMap<>();

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
            begin(connection, registration, reply, known);
        } else if (known != null && known.session().id() == registration.session()) {
            resume(connection, registration, reply, known);
        } else {
            LOG.info("A session of {} is over; it registers again when it has ended what it runs", connection.peer());
            reply.reply(ClusterMessages.ACCEPTED.encode(new Registration.Accepted(0, false, 0)));
        }
    }

    private static void refuse(RpcConnection connection, String words) {
        LOG.warn("A registration of {} is refused: {}", connection.peer(), words);
        connection.close("the registration is refused: " + words);
    }

    private void begin(
            RpcConnection connection, Registration registration, RpcReply reply, RegisteredTaskManager known) {
        if (known != null) {
            lose(known, "it has begun anew");
        }
        long id = runtime.randomBits() | 1;
        Session session = new Session(id);
        Consumer<String> onFull = words -> lose(managers.get(connection.peer().container()), words);
        RegisteredTaskManager manager =
                new RegisteredTaskManager(connection.peer(), registration.slots(), session, thread::execute, onFull);
        manager.newer(registration.number());
        managers.put(manager.id(), manager);
        LOG.info("{} with {} slots is registered", manager, manager.slots());
        reply.reply(ClusterMessages.ACCEPTED.encode(new Registration.Accepted(id, false, 0)));
        session.attach(connection, 0);
        listener.registered(manager);
    }

    private void resume(
            RpcConnection connection, Registration registration, RpcReply reply, RegisteredTaskManager known) {
        RpcConnection former = known.session().connection();
        known.session().detach();
        reply.reply(ClusterMessages.ACCEPTED.encode(new Registration.Accepted(
                known.session().id(), true, known.session().received())));
        try {
            known.session().attach(connection, registration.received());
        } catch (IllegalArgumentException impossible) {
            lose(known, impossible.getMessage());
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
        if (manager != null) {
            guarded(manager, () -> {
                if (manager.session().receive(answer.number(), answer.received(), bytes)) {
                    manager.answered(answer.content());
                }
            });
        }
    }

    /** The peer says how many messages have come. */
    void arrived(RpcConnection connection, long count) {
        RegisteredTaskManager manager = by(connection);
        if (manager != null) {
            guarded(manager, () -> manager.session().arrived(count));
        }
    }

    /** The peer has ended that session: nothing of it comes back. */
    void deregister(RpcConnection connection, long session) {
        RegisteredTaskManager manager = by(connection);
        if (manager != null && manager.session().id() == session) {
            lose(manager, "it has ended its session itself");
        }
    }

    void writable(RpcConnection connection) {
        RegisteredTaskManager manager = by(connection);
        if (manager != null) {
            manager.session().proceed();
        }
    }

    void disconnected(RpcConnection connection, String why) {
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
                        "its connection has ended (" + why + ") and is not back after " + grace.toMillis() + " ms");
            }
        }));
    }

    /** A peer that breaks the rules of a session is not trusted any more. */
    private void guarded(RegisteredTaskManager manager, Runnable action) {
        try {
            action.run();
        } catch (IllegalArgumentException broken) {
            lose(manager, broken.getMessage());
        }
    }

    private void lose(RegisteredTaskManager manager, String why) {
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
        listener.lost(manager, manager + " is lost: " + why);
    }

    private RegisteredTaskManager by(RpcConnection connection) {
        thread.assertOwner();
        RegisteredTaskManager manager = managers.get(connection.peer().container());
        return manager != null && manager.session().connection() == connection ? manager : null;
    }
}
