package io.github.foggara.shuffle.netty;

import io.github.foggara.api.rpc.ContainerId;
import io.github.foggara.api.rpc.HandshakeRefusedException;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.rpc.netty.transport.SecureChannel;
import io.github.foggara.rpc.netty.transport.SecureTransport;
import io.github.foggara.shuffle.netty.transport.Link;
import io.github.foggara.shuffle.netty.transport.LinkListener;
import io.netty.buffer.ByteBuf;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One process that this environment reads from, and the one connection to it. Connects when there is somebody who wants to read, again
 * with growing pauses while it can not be reached, and after the limit fails what wants to read.
 *
 * <p>All fields belong to whoever has the turn, those of its receivers as well: net threads, the tasks that read, and a timer.
 */
final class ProducerPeer implements LinkListener {
    private static final Logger LOG = LoggerFactory.getLogger(ProducerPeer.class);
    private static final String CLOSED = "The shuffle environment is closed";
    private static final long FIRST_PAUSE_MILLIS = 20;
    private static final long LONGEST_PAUSE_MILLIS = 2_000;

    private final Location location;
    private final SecureTransport transport;
    private final EngineRuntime runtime;
    private final Duration limit;
    private final Counters counters;
    private final Turns turns = new Turns(() -> {});
    private final Map<Integer, ChannelReceiver> receivers = new HashMap<>();
    /** Views that ended while there was no connection, with what they have claimed. */
    private final Map<Integer, Long> unsaid = new HashMap<>();

    private final List<Runnable> pings = new ArrayList<>();

    private Link link;
    private boolean connecting;
    private boolean closed;
    private long downSince;
    private long pause = FIRST_PAUSE_MILLIS;

    ProducerPeer(
            Location location, SecureTransport transport, EngineRuntime runtime, Duration limit, Counters counters) {
        this.location = location;
        this.transport = transport;
        this.runtime = runtime;
        this.limit = limit;
        this.counters = counters;
    }

    boolean is(ContainerId process) {
        return location.life().equals(process);
    }

    /** In turn. Any thread. */
    void execute(Runnable action) {
        turns.execute(action);
    }

    // ---- in turn

    void open(ChannelReceiver receiver) {
        if (closed) {
            receiver.fail(CLOSED, null);
            return;
        }
        receivers.put(receiver.request().view(), receiver);
        if (link != null) {
            receiver.connected(link);
        } else if (!connecting) {
            downSince = runtime.nanoTime();
            connect();
        }
    }

    /** The reader will claim no more than that. */
    void close(ChannelReceiver receiver, long claimed) {
        int view = receiver.request().view();
        receiver.end();
        if (receivers.remove(view, receiver)) {
            if (link != null) {
                Wire.detach(link, view, claimed);
            } else {
                unsaid.put(view, claimed);
            }
        }
    }

    /** To the other side, if it can be reached; what is lost with a connection is said again by {@link ChannelReceiver#connected}. */
    void tell(Consumer<Link> message) {
        if (link != null) {
            message.accept(link);
        }
    }

    private void connect() {
        connecting = true;
        transport
                .connect(location.address())
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
        pause = FIRST_PAUSE_MILLIS;
        unsaid.forEach((view, claimed) -> Wire.detach(link, view, claimed));
        unsaid.clear();
        receivers.values().forEach(receiver -> receiver.connected(link));
        answerPings();
    }

    @Override
    public void closed(Link lost, boolean forGood, String why) {
        execute(() -> {
            if (link == lost) {
                link = null;
                downSince = runtime.nanoTime();
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
        } else if (!receivers.isEmpty() || !unsaid.isEmpty()) {
            connecting = true;
            long wait = Math.min(TimeUnit.MILLISECONDS.toNanos(pause), limit.toNanos() - down);
            runtime.schedule(wait, () -> execute(this::connectAgain));
            pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
        }
        answerPings();
    }

    private void connectAgain() {
        if (closed || receivers.isEmpty() && unsaid.isEmpty()) {
            connecting = false;
            answerPings();
        } else {
            connect();
        }
    }

    private void failAll(String message) {
        List<ChannelReceiver> all = List.copyOf(receivers.values());
        receivers.clear();
        unsaid.clear();
        all.forEach(receiver -> receiver.fail(message, null));
    }

    @Override
    public void frame(Link of, int type, ByteBuf body) {
        ByteBuf kept = body.retain();
        execute(() -> {
            try {
                if (of == link) {
                    frame(type, kept);
                }
            } catch (RuntimeException e) {
                of.abort("a frame could not be taken: " + e.getMessage());
            } finally {
                kept.release();
            }
        });
    }

    private void frame(int type, ByteBuf in) {
        int view = in.readInt();
        ChannelReceiver receiver = receivers.get(view);
        if (receiver == null) {
            // The view is over here, and the other side does not know it yet.
            counters.stale().incrementAndGet();
            return;
        }
        switch (type) {
            case Wire.BATCH -> receiver.batch(in);
            case Wire.MORE -> receiver.more(in);
            case Wire.EVENT -> receiver.event(in);
            case Wire.ATTACHED -> receiver.attached(in.readLong());
            case Wire.FENCE -> close(receiver, receiver.fence());
            case Wire.STALE -> {
                receivers.remove(view);
                receiver.stale();
            }
            case Wire.FAILED -> {
                receivers.remove(view);
                RemoteFailure failure = Wire.failure(in);
                receiver.fail(
                        "The producer of partition " + receiver.request().partition() + " failed: " + failure, failure);
            }
            default -> throw new IllegalArgumentException("a producer sends no frame of type " + type);
        }
    }

    /**
     * The environment closes.
     *
     * @param done run when the connection is closed
     */
    void close(Runnable done) {
        closed = true;
        if (link != null) {
            receivers.forEach((view, receiver) -> Wire.detach(link, view, receiver.fail(CLOSED, null)));
            receivers.clear();
            link.close(done);
        } else {
            done.run();
        }
        failAll(CLOSED);
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
