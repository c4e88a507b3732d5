package io.github.foggara.shuffle.netty;

import io.github.foggara.api.runtime.Waker;
import io.github.foggara.api.shuffle.PartitionFailedException;
import io.github.foggara.shuffle.local.Inlet;
import io.github.foggara.shuffle.netty.transport.Link;
import io.netty.buffer.ByteBuf;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The consumer's end of one view: joins frames to batches, fills the inlet, and gives credit as the reader claims.
 *
 * <p>Owned by the net thread of its producer's process ({@link ProducerPeer}); only {@link #wake}, called by the consuming task, and
 * {@link #fence} come from elsewhere.
 */
final class ChannelReceiver implements Waker {
    private final Wire.Attach request;
    private final ProducerPeer peer;
    private final Inlet inlet;
    private final BatchJoiner joiner;
    private final ReceiveWindow window;
    private final Counters counters;
    private final byte[] token;
    private final AtomicBoolean looking = new AtomicBoolean();
    private final Runnable lookLater = this::lookNow;
    private boolean attached;
    private boolean processed;
    private boolean ended;
    private long received;

    /**
     * @param token of the job
     */
    ChannelReceiver(
            Wire.Attach request, byte[] token, ProducerPeer peer, NettyShuffleOptions options, Counters counters) {
        this.request = request;
        this.token = token;
        this.peer = peer;
        this.counters = counters;
        this.inlet = new Inlet(request.partition(), request.subpartition(), this);
        this.joiner = new BatchJoiner(options.recordBytes(), counters.receiving());
        this.window = new ReceiveWindow(request.credit(), options.floatingBytes(), counters.floating());
    }

    Inlet inlet() {
        return inlet;
    }

    Wire.Attach request() {
        return request;
    }

    ProducerPeer peer() {
        return peer;
    }

    /** The reader gets no more. Any thread. @return what it has claimed, exactly */
    long fence() {
        return inlet.fence();
    }

    // ---- from the consuming task

    @Override
    public boolean waiting() {
        return true;
    }

    @Override
    public void wake() {
        if (!looking.get() && looking.compareAndSet(false, true)) {
            peer.execute(lookLater);
        }
    }

    private void lookNow() {
        looking.set(false);
        look();
    }

    // ---- by the net thread

    void connected(Link link) {
        if (attached) {
            Wire.resume(link, request.view(), received, inlet.consumed(), window.granted());
            if (processed) {
                Wire.plain(link, Wire.DATA_PROCESSED, request.view());
            }
        } else {
            request.send(link, token);
        }
    }

    void disconnected() {
        joiner.drop();
    }

    void attached(long firstSequence) {
        if (!attached) {
            attached = true;
            inlet.start(firstSequence);
        }
    }

    void batch(ByteBuf in) {
        checkCredit();
        int count = in.readInt();
        long first = in.readLong();
        if (first != inlet.sequence()) {
            throw new ProtocolException("Record " + first + " came instead of " + inlet.sequence());
        }
        append(joiner.first(count, in.readInt(), in));
    }

    void more(ByteBuf in) {
        append(joiner.more(in));
    }

    private void append(EncodedBatch complete) {
        if (complete != null) {
            received += complete.bytes() + Inlet.OVERHEAD;
            counters.receiving().addAndGet(Inlet.OVERHEAD);
            inlet.append(complete);
            look();
        }
    }

    void event(ByteBuf in) {
        checkCredit();
        received += Inlet.OVERHEAD;
        counters.receiving().addAndGet(Inlet.OVERHEAD);
        inlet.append(EventCode.read(in));
        look();
    }

    /** The other side has more, and no credit. */
    void blocked() {
        window.blocked();
        look();
    }

    private void checkCredit() {
        if (!attached || received >= window.granted() || joiner.begun()) {
            throw new ProtocolException("View " + request.view() + " was sent what it has not asked for");
        }
    }

    /** What has been claimed since the last look? */
    private void look() {
        if (ended) {
            return;
        }
        tell();
        inlet.ringAt(window.next(received));
        // First say when to be rung, then look again.
        tell();
        if (received > window.claimed() && !window.isLate()) {
            peer.tellsLate(this);
        }
    }

    /** What was claimed a while ago is told now, or as soon as anything is. */
    void late() {
        if (!ended && received > window.claimed()) {
            window.late();
            look();
        }
    }

    private void tell() {
        long claimed = inlet.consumed();
        if (claimed >= window.next(received)) {
            counters.receiving().addAndGet(window.claimed() - claimed);
            window.claimed(claimed, received);
            if (peer.link() != null) {
                Wire.credit(peer.link(), request.view(), claimed, window.granted());
            }
        }
        if (!processed && inlet.dataProcessed()) {
            processed = true;
            if (peer.link() != null) {
                Wire.plain(peer.link(), Wire.DATA_PROCESSED, request.view());
            }
        }
    }

    /** Nothing more is expected. */
    void end() {
        if (!ended) {
            ended = true;
            joiner.drop();
            counters.receiving().addAndGet(window.claimed() - received);
            window.close();
        }
    }

    /** @return what was claimed, exactly */
    long fail(String message, Throwable cause) {
        long claimed = inlet.fail(new PartitionFailedException(request.partition(), message, cause));
        end();
        return claimed;
    }

    /** A newer attempt reads. @return what was claimed, exactly */
    long stale() {
        counters.countStale();
        long claimed = inlet.fence();
        end();
        return claimed;
    }
}
