package io.github.foggara.shuffle.netty;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.rpc.ContainerId;
import io.github.foggara.api.shuffle.JobTokens;
import io.github.foggara.rpc.netty.transport.SecureChannel;
import io.github.foggara.rpc.netty.transport.SecureTransport;
import io.github.foggara.shuffle.netty.transport.Link;
import io.github.foggara.shuffle.netty.transport.LinkListener;
import io.netty.buffer.ByteBuf;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A process that reads from a pair's producers and says exactly what a test tells it to say. */
final class RawReader implements AutoCloseable, LinkListener {
    /** What came of a view; {@code first} is what stands behind its number, if that is a long. */
    record Frame(int type, int view, long first) {}

    private static final int SECONDS = 30;

    private final Pair pair;
    private final ContainerId process;
    private final byte[] proof;
    private final SecureTransport transport;
    private final BlockingQueue<Frame> frames = new LinkedBlockingQueue<>();
    private final BlockingQueue<Link> links = new LinkedBlockingQueue<>();
    private CountDownLatch down = new CountDownLatch(1);
    private volatile String downWhy = "";
    private Link link;

    RawReader(Pair pair) throws Exception {
        this(pair, ContainerId.random(new LiveRuntime()), SessionKey.newProof(new LiveRuntime()));
    }

    /**
     * @param process what it calls itself
     * @param proof that it shows for its session, or null to show none
     */
    RawReader(Pair pair, ContainerId process, byte[] proof) throws Exception {
        this(pair, process, proof, secured -> {});
    }

    /**
     * @param prepare what is done with each connection before anything is sent over it
     */
    RawReader(Pair pair, ContainerId process, byte[] proof, Consumer<SecureChannel> prepare) throws Exception {
        this.pair = pair;
        this.process = process;
        this.proof = proof;
        // Starts its network, which makes the secret.
        pair.producers.location();
        transport = SecureTransport.open(Pair.transport("raw", null, process), secured -> {
            prepare.accept(secured);
            links.add(Link.open(secured, this));
        });
        connect();
    }

    void connect() throws Exception {
        down = new CountDownLatch(1);
        transport
                .connect(Location.decode(pair.producers.location()).address())
                .toCompletableFuture()
                .get(SECONDS, TimeUnit.SECONDS);
        link = links.poll(SECONDS, TimeUnit.SECONDS);
        if (proof != null) {
            Wire.session(link, proof);
        }
    }

    ContainerId process() {
        return process;
    }

    byte[] proof() {
        return proof;
    }

    Link link() {
        return link;
    }

    @Override
    public void frame(Link of, int type, ByteBuf in) {
        frames.add(new Frame(type, in.readInt(), in.readableBytes() >= 8 ? in.readLong() : 0));
    }

    @Override
    public void closed(Link lost, boolean forGood, String why) {
        downWhy = why;
        down.countDown();
    }

    void attach(int view, int producer, int attempt, long credit) {
        attach(view, pair.id(producer), attempt, credit);
    }

    void attach(int view, ResultPartitionId partition, int attempt, long credit) {
        ExecutionAttemptId consumer =
                new ExecutionAttemptId(partition.producer().job(), 1, 0, attempt);
        new Wire.Attach(view, partition, 0, consumer, credit)
                .send(link, JobTokens.IDS.token(consumer.job()).orElseThrow());
    }

    /** The next frame of that type; others before it are passed over. */
    Frame await(int type) throws InterruptedException {
        Frame next;
        do {
            next = frames.poll(SECONDS, TimeUnit.SECONDS);
            if (next == null) {
                throw new AssertionError("No frame of type " + type + " in " + SECONDS + " seconds");
            }
        } while (next.type != type);
        return next;
    }

    boolean awaitDown() throws InterruptedException {
        return down.await(SECONDS, TimeUnit.SECONDS);
    }

    /** Why the last connection ended. */
    String downWhy() {
        return downWhy;
    }

    /** Returns when the producers have taken all that was said. */
    void settle() {
        for (int i = 0; i < 3; i++) {
            CountDownLatch answered = new CountDownLatch(1);
            link.ping(answered::countDown);
            Pair.await(answered);
        }
    }

    /** Ends for good. */
    void leave() {
        CountDownLatch closed = new CountDownLatch(1);
        link.close(closed::countDown);
        Pair.await(closed);
    }

    /** Breaks the connection, by the thread that closes it if the other side does. */
    void breakConnection() throws InterruptedException {
        link.netThread().execute(link::reset);
        awaitDown();
    }

    @Override
    public void close() {
        transport.close();
    }
}
