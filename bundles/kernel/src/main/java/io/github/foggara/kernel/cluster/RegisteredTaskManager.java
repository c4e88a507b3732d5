package io.github.foggara.kernel.cluster;

import io.github.foggara.api.client.TaskManagerInfo;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.api.rpc.ContainerId;
import io.github.foggara.api.rpc.PeerIdentity;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.kernel.gateway.JobMasterGateway;
import io.github.foggara.kernel.gateway.Place;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.remote.AnswerDispatcher;
import io.github.foggara.kernel.remote.Lengths;
import io.github.foggara.kernel.remote.Owners;
import io.github.foggara.kernel.remote.RemoteTaskExecutorGateway;
import io.github.foggara.kernel.remote.Session;
import io.github.foggara.kernel.remote.message.Answer;
import io.github.foggara.kernel.remote.message.ClusterMessages.Encoded;
import io.github.foggara.kernel.remote.message.Order;
import io.github.foggara.kernel.remote.message.Registration;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One TaskManager for as long as its session lasts. Cluster thread. */
final class RegisteredTaskManager {
    private static final Logger LOG = LoggerFactory.getLogger(RegisteredTaskManager.class);

    /**
     * How it stands with it.
     *
     * <pre>
     * CONNECTED &lt;-&gt; AWAY
     *     |         |
     *     `---------+--&gt; LOST
     * </pre>
     */
    enum State {
        CONNECTED,
        /** Its connection is broken and may come back. */
        AWAY,
        /** What it ran is given up. */
        LOST;

        boolean mayBecome(State next) {
            Set<State> allowed = switch (this) {
                case CONNECTED -> EnumSet.of(AWAY, LOST);
                case AWAY -> EnumSet.of(CONNECTED, LOST);
                case LOST -> EnumSet.noneOf(State.class);
            };
            return allowed.contains(next);
        }
    }

    private final PeerIdentity identity;
    private final int slots;
    private final Session session;
    private final Owners owners = new Owners();
    private final AnswerDispatcher answers = new AnswerDispatcher(owners);
    private final RemoteTaskExecutorGateway gateway;
    private final Consumer<String> onFull;
    private State state = State.CONNECTED;
    /** Of its newest registration. */
    private long registration;

    private Place.Room room;
    private EngineRuntime.Cancellable timer;

    /**
     * @param line enqueues for the cluster thread
     * @param onFull told on the cluster thread that it takes nothing any more
     */
    RegisteredTaskManager(
            PeerIdentity identity,
            Registration offer,
            Session session,
            Consumer<Runnable> line,
            Consumer<String> onFull) {
        this.identity = identity;
        this.slots = offer.slots();
        offers(offer);
        this.session = session;
        this.onFull = onFull;
        this.gateway = new RemoteTaskExecutorGateway((order, owner) -> line.accept(() -> give(order, owner)));
    }

    ContainerId id() {
        return identity.container();
    }

    int slots() {
        return slots;
    }

    Session session() {
        return session;
    }

    State state() {
        return state;
    }

    /** Whether a registration of that number is its newest; then it is from now on. */
    boolean newer(long number) {
        if (number <= registration) {
            return false;
        }
        registration = number;
        return true;
    }

    /** Its newest registration says how much memory it has now. */
    void offers(Registration offer) {
        room = new Place.Room(offer.memory(), slots);
    }

    Place.Room room() {
        return room;
    }

    /** The number of its newest. */
    long registration() {
        return registration;
    }

    /** The only way to change the state. */
    void become(State next, String why) {
        if (!state.mayBecome(next)) {
            throw new IllegalStateException(this + ": " + state + " cannot become " + next);
        }
        LOG.info("{}: {} → {} ({})", this, state, next, why);
        state = next;
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
    }

    /** What ends its time away, unless its state changes before. */
    void timer(EngineRuntime.Cancellable next) {
        timer = next;
    }

    /** Its executor. */
    RemoteTaskExecutorGateway gateway() {
        return gateway;
    }

    /** False if nobody is told. */
    boolean answered(Answer answer) {
        return answers.dispatch(answer);
    }

    /** What it says of that job to that epoch is told there. */
    void owner(JobId job, long epoch, JobMasterGateway owner) {
        owners.put(job, epoch, owner);
    }

    /** Nothing is expected of that job any more. */
    void forget(JobId job) {
        owners.forget(job);
    }

    private void give(Order order, JobMasterGateway owner) {
        if (state == State.LOST) {
            return;
        }
        if (owner != null) {
            owners.put(order.job(), order.epoch(), owner);
        }
        boolean room = true;
        try {
            for (Encoded message : Lengths.encode(order)) {
                room &= session.send(message);
            }
        } catch (IllegalArgumentException tooLong) {
            refused(order, tooLong.getMessage());
        }
        if (!room) {
            onFull.accept("It does not take what is said to it");
        }
    }

    private void refused(Order order, String words) {
        JobMasterGateway owner = owners.find(order.job(), order.epoch());
        if (owner == null) {
            LOG.error("{}: an order of job {} cannot be sent: {}", this, order.job(), words);
        } else if (order instanceof Order.Deploy deploy) {
            owner.report(
                    deploy.deployment().attempt(), tooLarge(deploy.deployment().vertexName(), words));
        } else if (order instanceof Order.ToAttempt one) {
            give(new Order.Cancel(one.attempt(), one.epoch()), null);
            owner.report(one.attempt(), tooLarge("", words));
        }
    }

    private static TaskReport tooLarge(String operator, String words) {
        return new TaskReport.Failed(
                FailureClass.UNRECOVERABLE,
                operator,
                "What the task needs is too large to be sent to a TaskManager. " + words,
                null,
                null);
    }

    /** What it says of itself: so untrusted. Empty if nothing. */
    private String address() {
        return identity.properties().getOrDefault(ClusterExecutor.ADDRESS, "");
    }

    /** For users. */
    TaskManagerInfo info(int free) {
        return new TaskManagerInfo(id().toString(), address(), slots, free, state.name());
    }

    /** For messages. */
    @Override
    public String toString() {
        return "TaskManager " + identity.container() + (address().isEmpty() ? "" : " at " + address());
    }
}
