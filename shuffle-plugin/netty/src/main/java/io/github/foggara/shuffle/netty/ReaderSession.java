package io.github.foggara.shuffle.netty;

import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.shuffle.netty.transport.Link;
import io.github.foggara.shuffle.netty.transport.LinkListener;
import io.netty.buffer.ByteBuf;
import io.netty.util.concurrent.EventExecutor;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One process that reads here, known by its {@link SessionKey}, over as many connections one after another as it needs; its views stay while
 * it is away, for a limited time. Fields belong to one net thread, that of the first connection.
 */
final class ReaderSession implements LinkListener {
    private static final Logger LOG = LoggerFactory.getLogger(ReaderSession.class);

    /** A view and who sends it. */
    private record Reading(Wire.Attach request, SubpartitionSender sender) {}

    /** A wish to read what belongs to a job that is not known here yet. */
    private record Parked(Wire.Attach request, byte[] token) {}

    private final SessionKey key;
    private final RemoteReaders readers;
    private final EventExecutor loop;
    private final NetThread owner;
    private final Map<Integer, Reading> views = new HashMap<>();
    /** Of the connection, in the order they came. */
    private final Map<Integer, Parked> parked = new LinkedHashMap<>();

    private Link link;
    private long connection;
    private boolean refused;

    ReaderSession(SessionKey key, RemoteReaders readers, EventExecutor loop) {
        this.key = key;
        this.readers = readers;
        this.loop = loop;
        this.owner = new NetThread(loop, this::failed);
    }

    SessionKey key() {
        return key;
    }

    /** Nothing is known of what it has left half done; the reader says anew where it is. */
    private void failed(Throwable thrown) {
        if (!(thrown instanceof ProtocolException)) {
            LOG.error("The connection to reader {} is given up after an error", key, thrown);
        }
        if (link != null) {
            link.abort("an error in the exchange: " + thrown.getMessage());
        }
    }

    /**
     * The process has connected, for the first time or again.
     *
     * @param number of the connection, for {@link RemoteReaders#away}
     */
    void connected(Link opened, long number) {
        owner.execute(() -> {
            if (number < connection) {
                opened.abort("its process has connected again");
                return;
            }
            Link old = link;
            link = opened;
            connection = number;
            if (old != null) {
                forgetParked();
                old.abort("its process has connected again");
            }
            if (!opened.isOpen()) {
                // It was closed before it was known here.
                down(false);
            }
        });
    }

    @Override
    public void closed(Link lost, boolean forGood, String why) {
        owner.execute(() -> {
            if (link == lost) {
                LOG.info("The connection to reader {} is lost: {}", key, why);
                down(forGood);
            }
        });
    }

    private void down(boolean forGood) {
        link = null;
        forgetParked();
        forEach((view, sender) -> sender.linkDown(this, view));
        readers.away(this, connection, forGood);
    }

    /** Reads the frame on the connection's net thread; the rest is done by the owner. */
    @Override
    public void frame(Link of, int type, ByteBuf in) {
        if (type == Wire.ATTACH) {
            Wire.Attach request = Wire.Attach.read(in);
            byte[] token = Wire.token(in);
            owner.execute(() -> attach(request, token, of));
            return;
        }
        int view = in.readInt();
        switch (type) {
            case Wire.RESUME -> {
                long received = in.readLong();
                long claimed = in.readLong();
                long granted = in.readLong();
                owner.execute(() -> resume(of, view, received, claimed, granted));
            }
            case Wire.CREDIT -> {
                long claimed = in.readLong();
                long granted = in.readLong();
                if (owner.here()) {
                    credit(of, view, claimed, granted);
                } else {
                    owner.execute(() -> credit(of, view, claimed, granted));
                }
            }
            case Wire.DATA_PROCESSED -> owner.execute(() -> dataProcessed(view));
            case Wire.DETACH -> {
                long claimed = in.readLong();
                owner.execute(() -> detach(of, view, claimed));
            }
            default -> throw new ProtocolException("a reader sends no frame of type " + type);
        }
    }

    private void attach(Wire.Attach request, byte[] token, Link of) {
        assert owner.here() : "a net thread owns this";
        if (of != link) {
            return;
        }
        switch (readers.admit(request, token, this)) {
            case NOT_YET -> park(request, token, of);
            case RELEASED -> Wire.failed(of, request.view(), wasReleased());
            case REFUSED -> refuse(request, of);
            default -> attach(request, of);
        }
        if (parked.isEmpty()) {
            readers.waitsNoMore(this);
        }
    }

    /** Nothing is said until the job is known: {@link #known}. */
    private void park(Wire.Attach request, byte[] token, Link of) {
        if (parked.containsKey(request.view()) || !full() && readers.mayPark()) {
            parked.put(request.view(), new Parked(request, token));
        } else {
            Wire.failed(of, request.view(), tooMany());
        }
    }

    private boolean full() {
        return views.size() + parked.size() >= readers.mostViews();
    }

    /** That job may be known now. Any thread. */
    void known(JobId job) {
        owner.execute(() -> parked(request -> request.job().equals(job))
                .forEach(question -> attach(question.request, question.token, link)));
    }

    /** That partition will not come any more. Any thread. */
    void released(ResultPartitionId partition) {
        owner.execute(() -> parked(request -> request.partition().equals(partition))
                .forEach(question -> Wire.failed(link, question.request.view(), wasReleased())));
    }

    private static RemoteFailure wasReleased() {
        return new RemoteFailure("", "It was released");
    }

    /** Takes out of those that wait; while there are some, there is a connection. */
    private List<Parked> parked(Predicate<Wire.Attach> wanted) {
        List<Parked> all = parked.values().stream()
                .filter(question -> wanted.test(question.request))
                .toList();
        all.forEach(question -> unpark(question.request.view()));
        return all;
    }

    private void unpark(int view) {
        if (parked.remove(view) != null) {
            readers.unparked(1);
            if (parked.isEmpty()) {
                readers.waitsNoMore(this);
            }
        }
    }

    /** The reader asks again over its next connection. */
    private void forgetParked() {
        readers.unparked(parked.size());
        parked.clear();
        readers.waitsNoMore(this);
    }

    /** The words say nothing of the token that was expected. */
    private void refuse(Wire.Attach request, Link of) {
        if (!refused) {
            refused = true;
            LOG.warn(
                    "Process {} wants to read job {} and does not know its token: refused, and not said again",
                    key,
                    request.job());
        }
        Wire.failed(
                of,
                request.view(),
                new RemoteFailure("", "The token of job " + request.job() + " is another one there"));
    }

    private void attach(Wire.Attach request, Link of) {
        Reading reading = views.get(request.view());
        if (reading == null) {
            if (full()) {
                Wire.failed(of, request.view(), tooMany());
                return;
            }
            reading = new Reading(request, readers.acquire(request, loop));
            views.put(request.view(), reading);
        } else if (!reading.request.equals(request)) {
            throw new ProtocolException("view " + request.view() + " is another one");
        }
        reading.sender.attach(new RemoteView(this, request, of));
    }

    private RemoteFailure tooMany() {
        return new RemoteFailure(
                "",
                "Process " + key + " reads " + readers.mostViews() + " channels here, and more are not allowed: raise "
                        + NettyShuffleOptions.CHANNEL_LIMIT.key());
    }

    private void credit(Link of, int view, long claimed, long granted) {
        Reading reading = views.get(view);
        if (reading != null) {
            reading.sender.credit(this, view, of, claimed, granted);
        }
    }

    private void dataProcessed(int view) {
        Reading reading = views.get(view);
        if (reading != null) {
            reading.sender.dataProcessed(this, view);
        }
    }

    /** Answered also if it is not known any more: the first answer may have been lost with its connection. */
    private void detach(Link of, int view, long claimed) {
        unpark(view);
        Reading reading = views.remove(view);
        if (reading != null) {
            readers.release(reading.request, reading.sender);
            reading.sender.detach(this, view, claimed);
        }
        Wire.plain(of, Wire.DETACHED, view);
    }

    private void resume(Link of, int view, long received, long claimed, long granted) {
        if (of != link) {
            return;
        }
        Reading reading = views.get(view);
        if (reading == null) {
            readers.countStale();
            Wire.failed(of, view, new RemoteFailure("", "The reader was away for too long"));
        } else {
            reading.sender.resume(this, view, of, received, claimed, granted);
        }
    }

    /** The process does not come back. */
    void end() {
        owner.execute(() -> {
            views.values().forEach(reading -> readers.release(reading.request, reading.sender));
            forEach((view, sender) -> sender.lost(this, view));
            views.clear();
        });
    }

    /**
     * Closes the connection after what was said last.
     *
     * @param done run when it is closed
     */
    void close(Runnable done) {
        owner.execute(() -> {
            if (link != null) {
                link.close(done);
            } else {
                done.run();
            }
        });
    }

    private void forEach(BiConsumer<Integer, SubpartitionSender> action) {
        views.forEach((view, reading) -> action.accept(view, reading.sender));
    }
}
