package io.github.foggara.shuffle.netty;

import io.github.foggara.shuffle.netty.transport.Link;
import io.github.foggara.shuffle.netty.transport.LinkListener;
import io.github.foggara.shuffle.netty.transport.Transport;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
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
 * <p>All fields belong to one event loop, which also has every connection; {@link #execute} is the way in.
 */
final class ProducerPeer implements LinkListener {
    private static final Logger LOG = LoggerFactory.getLogger(ProducerPeer.class);
    private static final String CLOSED = "The shuffle environment is closed";
    private static final long FIRST_PAUSE_MILLIS = 20;
    private static final long LONGEST_PAUSE_MILLIS = 2_000;

    private final Location location;
    private final Transport transport;
    private final EventLoop loop;
    private final Duration limit;
    private final Counters counters;
    private final Map<Integer, ChannelReceiver> receivers = new HashMap<>();
    /** Views that ended while there was no connection, with what they have claimed. */
    private final Map<Integer, Long> unsaid = new HashMap<>();

    private final List<Runnable> pings = new ArrayList<>();

    private Link link;
    private boolean connecting;
    private boolean closed;
    private long downSince;
    private long pause = FIRST_PAUSE_MILLIS;

    ProducerPeer(Location location, Transport transport, Duration limit, Counters counters) {
        this.location = location;
        this.transport = transport;
        this.loop = transport.loop();
        this.limit = limit;
        this.counters = counters;
    }

    /** Any thread. */
    void execute(Runnable action) {
        if (loop.inEventLoop()) {
            action.run();
        } else if (!loop.isShuttingDown()) {
            loop.execute(action);
        }
    }

    // ---- event loop

    void open(ChannelReceiver receiver) {
        if (closed) {
            receiver.fail(CLOSED, null);
            return;
        }
        receivers.put(receiver.request().view(), receiver);
        if (link != null) {
            receiver.connected(link);
        } else if (!connecting) {
            downSince = System.nanoTime();
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
        transport.connect(loop, location.address(), location.process(), this);
    }

    @Override
    public void opened(Link opened) {
        LOG.debug("Connected to {}", location);
        connecting = false;
        link = opened;
        pause = FIRST_PAUSE_MILLIS;
        unsaid.forEach((view, claimed) -> Wire.detach(link, view, claimed));
        unsaid.clear();
        receivers.values().forEach(receiver -> receiver.connected(link));
        answerPings();
    }

    @Override
    public void closed(boolean refused, Throwable cause) {
        if (link != null) {
            link = null;
            downSince = System.nanoTime();
            receivers.values().forEach(ChannelReceiver::disconnected);
        }
        connecting = false;
        long down = System.nanoTime() - downSince;
        if (refused || closed || down >= limit.toNanos()) {
            LOG.debug("{} can not be reached", location, cause);
            failAll("The process of the producer, " + location + ", can not be reached"
                    + (refused ? ": " : " for " + TimeUnit.NANOSECONDS.toMillis(down) + " ms: ") + cause.getMessage());
        } else if (!receivers.isEmpty() || !unsaid.isEmpty()) {
            connecting = true;
            long left = limit.toMillis() - TimeUnit.NANOSECONDS.toMillis(down);
            loop.schedule(this::connectAgain, Math.min(pause, Math.max(left, 1)), TimeUnit.MILLISECONDS);
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
    public void frame(Link of, int type, ByteBuf in) {
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
            default -> throw new IllegalArgumentException("A producer sends no frame of type " + type);
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
