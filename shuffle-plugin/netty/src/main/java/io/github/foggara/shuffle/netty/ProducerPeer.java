package io.github.foggara.shuffle.netty;

import io.github.foggara.api.rpc.ContainerId;
import io.github.foggara.api.rpc.HandshakeRefusedException;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.rpc.netty.transport.SecureChannel;
import io.github.foggara.rpc.netty.transport.SecureTransport;
import io.github.foggara.shuffle.netty.transport.Link;
import io.github.foggara.shuffle.netty.transport.LinkListener;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One process that this environment reads from, and the one connection to it. Connects when there is somebody who wants to read, again
 * with growing pauses while it can not be reached, and after the limit fails what wants to read.
 *
 * <p>All fields belong to one net thread, which is the connection's own, and those of its receivers as well.
 */
final class ProducerPeer implements LinkListener {
    private static final Logger LOG = LoggerFactory.getLogger(ProducerPeer.class);
    private static final String CLOSED = "The shuffle environment is closed";
    private static final long FIRST_PAUSE_MILLIS = 20;
    private static final long LONGEST_PAUSE_MILLIS = 2_000;
    /** So long a claim of little stays untold. */
    static final long TELL_MILLIS = 200;

    private final Location location;
    private final SecureTransport transport;
    private final EngineRuntime runtime;
    private final Duration limit;
    private final Counters counters;
    private final EventLoop loop;
    private final NetThread owner;
    private final Consumer<ChannelReceiver> done;
    private final Map<Integer, ChannelReceiver> receivers = new HashMap<>();
    /** Views that have ended, with what they claimed, until the other side has answered that it knows. */
    private final Map<Integer, Long> ended = new HashMap<>();
    /** Shown by each connection, so that nobody else goes on with the views. */
    private final byte[] proof;
    /** Receivers whose claims the other side has not heard of, since the timer was set. */
    private final Set<ChannelReceiver> late = new HashSet<>();

    private final List<Runnable> pings = new ArrayList<>();

    private Link link;
    private boolean connecting;
    private boolean closed;
    /** The connection brought something: one that ends before, and soon, counts as none. */
    private boolean useful;

    private long upSince;
    private long downSince;
    private long pause = FIRST_PAUSE_MILLIS;

    /**
     * @param done told of each receiver whose view is over, once; by the net thread
     */
    ProducerPeer(
            Location location,
            SecureTransport transport,
            EngineRuntime runtime,
            Duration limit,
            Counters counters,
            Consumer<ChannelReceiver> done) {
        this.loop = transport.netThread();
        this.owner = new NetThread(loop, this::failed);
        this.done = done;
        this.location = location;
        this.transport = transport;
        this.runtime = runtime;
        this.proof = SessionKey.newProof(runtime);
        this.limit = limit;
        this.counters = counters;
    }

    Location location() {
        return location;
    }

    boolean is(ContainerId process) {
        return location.life().equals(process);
    }

    /** By the net thread. Any thread. */
    void execute(Runnable action) {
        owner.execute(action);
    }

    /** An error of this side that belongs to no view: the connection is made anew, and the views are asked where they are. */
    private void failed(Throwable thrown) {
        LOG.error("The connection to the producer at {} is given up after an error", location, thrown);
        if (link != null) {
            link.abort("an error in the exchange: " + thrown);
        }
    }

    // ---- by the net thread

    void open(ChannelReceiver receiver) {
        if (closed) {
            receiver.fail(CLOSED, null);
            done.accept(receiver);
            return;
        }
        receivers.put(receiver.request().view(), receiver);
        if (link != null) {
            receiver.connected(link);
        } else {
            connectFirst();
        }
    }

    /** Unless that is under way. */
    private void connectFirst() {
        if (!connecting && !closed) {
            downSince = runtime.nanoTime();
            connect();
        }
    }

    /** The reader will claim no more than that. */
    void close(ChannelReceiver receiver, long claimed) {
        receiver.end();
        if (receivers.remove(receiver.request().view(), receiver)) {
            over(receiver, claimed);
        }
    }

    /** Its view is over at this side: the other one is told until it has answered. */
    private void over(ChannelReceiver receiver, long claimed) {
        int view = receiver.request().view();
        ended.put(view, claimed);
        done.accept(receiver);
        if (link != null) {
            Wire.detach(link, view, claimed);
        } else {
            connectFirst();
        }
    }

    /**
     * To the other side, or null if it can not be reached; what is lost with a connection is said again by
     * {@link ChannelReceiver#connected}.
     */
    Link link() {
        return link;
    }

    /** Credit is told in large steps; this is for what is claimed between them, so that it is not held for ever at the other side. */
    void tellsLate(ChannelReceiver receiver) {
        if (late.add(receiver) && late.size() == 1) {
            runtime.schedule(TimeUnit.MILLISECONDS.toNanos(TELL_MILLIS), () -> execute(this::tellLate));
        }
    }

    /** By the net thread. */
    void tellLate() {
        List<ChannelReceiver> all = List.copyOf(late);
        late.clear();
        all.forEach(ChannelReceiver::late);
    }

    private void connect() {
        connecting = true;
        transport
                .connect(location.address(), loop)
                .whenComplete((secured, failure) -> execute(() -> {
                    connecting = false;
                    if (failure != null) {
                        unreachable(failure instanceof HandshakeRefusedException, failure.getMessage());
                    } else if (!is(secured.peer().container())) {
                        unreachable(true, "another process listens there now");
                    }
                }));
    }

    /** A connection has proved itself. Its net thread, before {@link #connect} hears of it. */
    void established(SecureChannel secured) {
        Link opened = Link.open(secured, this);
        execute(() -> opened(opened));
    }

    private void opened(Link opened) {
        if (closed || link != null) {
            opened.abort("one connection is enough");
            return;
        }
        LOG.debug("Connected to {}", opened);
        link = opened;
        useful = false;
        upSince = runtime.nanoTime();
        Wire.session(link, proof);
        ended.forEach((view, claimed) -> Wire.detach(link, view, claimed));
        receivers.values().forEach(receiver -> receiver.connected(link));
        answerPings();
    }

    @Override
    public void closed(Link lost, boolean forGood, String why) {
        execute(() -> {
            if (link == lost) {
                LOG.info("The connection to the producer at {} is lost: {}", location, why);
                link = null;
                if (useful || runtime.nanoTime() - upSince >= TimeUnit.MILLISECONDS.toNanos(LONGEST_PAUSE_MILLIS)) {
                    downSince = runtime.nanoTime();
                    pause = FIRST_PAUSE_MILLIS;
                }
                receivers.values().forEach(ChannelReceiver::disconnected);
                unreachable(forGood, why);
            }
        });
    }

    private void unreachable(boolean forGood, String why) {
        long down = runtime.nanoTime() - downSince;
        if (forGood || closed || down >= limit.toNanos()) {
            failAll("The process of the producer, at " + location + ", can not be reached"
                    + (forGood ? ": " : " for " + TimeUnit.NANOSECONDS.toMillis(down) + " ms: ") + why);
            if (forGood) {
                ended.clear();
            }
        } else if (!receivers.isEmpty() || !ended.isEmpty()) {
            connecting = true;
            long wait = Math.min(TimeUnit.MILLISECONDS.toNanos(pause), limit.toNanos() - down);
            runtime.schedule(wait, () -> execute(this::connectAgain));
            pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
        }
        answerPings();
    }

    private void connectAgain() {
        if (closed || receivers.isEmpty() && ended.isEmpty()) {
            connecting = false;
            answerPings();
        } else {
            connect();
        }
    }

    /** What they have claimed is told if there is a connection again, so that nothing stays at the other side. */
    private void failAll(String message) {
        List<ChannelReceiver> all = List.copyOf(receivers.values());
        receivers.clear();
        for (ChannelReceiver receiver : all) {
            ended.put(receiver.request().view(), receiver.fail(message, null));
            done.accept(receiver);
        }
    }

    @Override
    public void frame(Link of, int type, ByteBuf body) {
        if (of != link) {
            return;
        }
        try {
            frame(type, body);
        } catch (ProtocolException | IndexOutOfBoundsException e) {
            // It would send the same again.
            failAll("The process of the producer, at " + location + ", sends what can not be read: " + e.getMessage());
            of.abort("a frame could not be taken: " + e.getMessage());
        }
    }

    private void frame(int type, ByteBuf in) {
        assert owner.here() : "a net thread owns this";
        if (type < Wire.ATTACHED || type > Wire.LAST) {
            throw new ProtocolException("a producer sends no frame of type " + type);
        }
        useful = true;
        int view = in.readInt();
        if (type == Wire.DETACHED) {
            ended.remove(view);
            return;
        }
        ChannelReceiver receiver = receivers.get(view);
        if (receiver == null) {
            // The view is over here, and the other side does not know it yet.
            counters.countStale();
            return;
        }
        try {
            frame(receiver, type, in);
        } catch (ProtocolException | IndexOutOfBoundsException e) {
            throw e;
        } catch (RuntimeException | Error e) {
            // Not the other side's fault, or that of other views.
            receivers.remove(view, receiver);
            over(
                    receiver,
                    receiver.fail(receiver.request().partition() + " can not be received: " + e.getMessage(), e));
        }
    }

    private void frame(ChannelReceiver receiver, int type, ByteBuf in) {
        switch (type) {
            case Wire.BATCH -> receiver.batch(in);
            case Wire.MORE -> receiver.more(in);
            case Wire.EVENT -> receiver.event(in);
            case Wire.BLOCKED -> receiver.blocked();
            case Wire.ATTACHED -> receiver.attached(in.readLong());
            case Wire.FENCE -> close(receiver, receiver.fence());
            case Wire.STALE -> {
                receivers.remove(receiver.request().view());
                over(receiver, receiver.stale());
            }
            case Wire.FAILED -> {
                RemoteFailure failure = Wire.failure(in);
                receivers.remove(receiver.request().view());
                over(
                        receiver,
                        receiver.fail(
                                "The producer of partition "
                                        + receiver.request().partition() + " failed: " + failure,
                                failure));
            }
            default -> throw new ProtocolException("a producer sends no frame of type " + type);
        }
    }

    /**
     * Nothing is read from there any more.
     *
     * @param disconnected run when the connection is closed
     */
    void close(Runnable disconnected) {
        closed = true;
        failAll(CLOSED);
        if (link != null) {
            ended.forEach((view, claimed) -> Wire.detach(link, view, claimed));
            link.close(disconnected);
        } else {
            disconnected.run();
        }
    }

    /** For tests: runs it when the other side has answered all that was said before; at once if it can not be reached. */
    void ping(Runnable answered) {
        execute(() -> {
            if (link != null) {
                link.ping(answered);
            } else {
                pings.add(answered);
                answerPings();
            }
        });
    }

    /** For tests: breaks the connection. */
    void reset() {
        execute(() -> {
            if (link != null) {
                link.reset();
            }
        });
    }

    private void answerPings() {
        if (link != null) {
            pings.forEach(link::ping);
            pings.clear();
        } else if (!connecting) {
            pings.forEach(Runnable::run);
            pings.clear();
        }
    }
}
