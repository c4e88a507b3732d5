package io.github.foggara.testkit.rpc;

import io.github.foggara.api.rpc.BackPressureException;
import io.github.foggara.api.rpc.ConnectionClosedException;
import io.github.foggara.api.rpc.PeerIdentity;
import io.github.foggara.api.rpc.RemoteFailureException;
import io.github.foggara.api.rpc.RequestTimeoutException;
import io.github.foggara.api.rpc.RpcConnection;
import io.github.foggara.api.rpc.RpcMessage;
import io.github.foggara.api.rpc.RpcReply;
import io.github.foggara.api.runtime.EngineRuntime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** One end of a connection. Deliveries run on the net thread of the node whose end it is. */
final class InMemoryRpcConnection implements RpcConnection {
    private static final int HEAD_BYTES = 64;

    private final InMemoryRpcNode node;
    private final InMemoryRpcNode peerNode;
    private final AtomicLong held = new AtomicLong();
    private final Set<CompletableFuture<byte[]>> pending = ConcurrentHashMap.newKeySet();
    private InMemoryRpcConnection other;
    private volatile boolean writable = true;
    private volatile boolean paused;
    private volatile String ended = "";

    /** Net thread: what came while paused. */
    private final Queue<Runnable> inbox = new ArrayDeque<>();

    InMemoryRpcConnection(InMemoryRpcNode node, InMemoryRpcNode peerNode) {
        this.node = node;
        this.peerNode = peerNode;
    }

    void link(InMemoryRpcConnection otherEnd) {
        other = otherEnd;
    }

    @Override
    public PeerIdentity peer() {
        return peerNode.settings.identity();
    }

    @Override
    public void send(RpcMessage message) {
        check(message);
        if (ended.isEmpty()) {
            transmit(message.body().length, () -> other.message(message));
        }
    }

    @Override
    public CompletionStage<byte[]> request(RpcMessage message, Duration deadline) {
        check(message);
        if (deadline.isNegative() || deadline.isZero()) {
            throw new IllegalArgumentException("A deadline lies in the future, not " + deadline);
        }
        CompletableFuture<byte[]> answer = new CompletableFuture<>();
        pending.add(answer);
        String late =
                "No answer to message " + message.type() + " from " + peer() + " in " + deadline.toMillis() + " ms";
        EngineRuntime.Cancellable timer = node.settings
                .runtime()
                .schedule(
                        deadline.toNanos(),
                        () -> node.post(() -> answer.completeExceptionally(new RequestTimeoutException(late))));
        answer.whenComplete((body, failure) -> {
            pending.remove(answer);
            timer.cancel();
        });
        try {
            if (ended.isEmpty()) {
                transmit(message.body().length, () -> other.request(message, new Reply(answer)));
            }
        } catch (BackPressureException e) {
            answer.completeExceptionally(e);
        }
        if (!ended.isEmpty()) {
            answer.completeExceptionally(closed());
        }
        return answer;
    }

    private void check(RpcMessage message) {
        node.settings.messages().check(message.type(), message.body().length);
    }

    /** Counts the bytes until the action has run at the other end. */
    private void transmit(int body, Runnable action) {
        long size = HEAD_BYTES + body;
        long now = reserve(size);
        if (now > node.network.highWater) {
            writable = false;
        }
        node.sent.incrementAndGet();
        peerNode.post(() -> other.arrived(() -> {
            arrivedThere(size);
            action.run();
        }));
    }

    private long reserve(long size) {
        while (true) {
            long before = held.get();
            if (before > 0 && before + size > node.network.limit) {
                throw new BackPressureException(peer(), before, size, node.network.limit);
            }
            if (held.compareAndSet(before, before + size)) {
                return before + size;
            }
        }
    }

    /** On the peer's net thread. */
    private void arrivedThere(long size) {
        long left = held.addAndGet(-size);
        if (!writable && left <= node.network.highWater / 2) {
            writable = true;
            node.post(() -> {
                if (ended.isEmpty()) {
                    guarded(() -> node.listener.writable(this));
                }
            });
        }
    }

    private void arrived(Runnable delivery) {
        if (paused || !inbox.isEmpty()) {
            inbox.add(delivery);
        } else {
            delivery.run();
        }
    }

    private void message(RpcMessage message) {
        if (taken(message)) {
            node.received.incrementAndGet();
            guarded(() -> node.listener.message(this, message));
        }
    }

    private void request(RpcMessage message, Reply reply) {
        if (taken(message)) {
            node.received.incrementAndGet();
            guarded(() -> node.listener.request(this, message, reply));
        }
    }

    private boolean taken(RpcMessage message) {
        guarded(() -> check(message));
        return ended.isEmpty();
    }

    /** Net thread. What a listener throws ends the connection. */
    void guarded(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException e) {
            endNow(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public boolean writable() {
        return writable;
    }

    @Override
    public long bytesHeld() {
        return held.get();
    }

    @Override
    public void pause() {
        paused = true;
    }

    @Override
    public void resume() {
        paused = false;
        node.post(() -> {
            while (!paused && !inbox.isEmpty()) {
                inbox.poll().run();
            }
        });
    }

    @Override
    public void close(String why) {
        node.post(() -> endNow(why));
    }

    /** Net thread. */
    void endNow(String why) {
        peerNode.post(() -> other.end("the peer " + peerOfPeer() + " says: " + why));
        end(why);
    }

    private PeerIdentity peerOfPeer() {
        return node.settings.identity();
    }

    private void end(String why) {
        if (!ended.isEmpty()) {
            return;
        }
        ended = why;
        inbox.clear();
        List<CompletableFuture<byte[]>> unanswered = new ArrayList<>(pending);
        unanswered.forEach(answer -> answer.completeExceptionally(closed()));
        node.disconnected(this, why);
    }

    private ConnectionClosedException closed() {
        return new ConnectionClosedException("The connection with " + peer() + " has ended: " + ended);
    }

    /** At the other end, of a request of this one. */
    private final class Reply implements RpcReply {
        private final CompletableFuture<byte[]> answer;
        private final AtomicBoolean answered = new AtomicBoolean();

        Reply(CompletableFuture<byte[]> answer) {
            this.answer = answer;
        }

        @Override
        public void reply(byte[] body) {
            int max = peerNode.settings.messages().maxBytes();
            if (body.length > max) {
                throw new IllegalArgumentException("An answer has at most " + max + " bytes, not " + body.length);
            }
            back(() -> answer.complete(body));
        }

        @Override
        public void fail(String why) {
            String words = why.substring(0, Math.min(1000, why.length()));
            back(() -> answer.completeExceptionally(new RemoteFailureException(words)));
        }

        private void back(Runnable outcome) {
            if (answered.compareAndSet(false, true)) {
                peerNode.sent.incrementAndGet();
                node.post(() -> arrived(() -> {
                    node.received.incrementAndGet();
                    outcome.run();
                }));
            }
        }
    }
}
