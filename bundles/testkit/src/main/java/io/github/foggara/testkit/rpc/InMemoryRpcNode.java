package io.github.foggara.testkit.rpc;

import io.github.foggara.api.rpc.HandshakeRefusedException;
import io.github.foggara.api.rpc.RpcConnection;
import io.github.foggara.api.rpc.RpcException;
import io.github.foggara.api.rpc.RpcListener;
import io.github.foggara.api.rpc.RpcMetrics;
import io.github.foggara.api.rpc.RpcNode;
import io.github.foggara.api.rpc.RpcSettings;
import io.github.foggara.api.runtime.Parker;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** One node: a queue of work and the one net thread that does it. Whatever one node posts to another is done there in that order. */
final class InMemoryRpcNode implements RpcNode {
    final InMemoryRpcService network;
    final RpcSettings settings;
    final RpcListener listener;
    final AtomicLong sent = new AtomicLong();
    final AtomicLong received = new AtomicLong();
    private final InetSocketAddress address;
    private final AtomicLong refused = new AtomicLong();
    private final Set<InMemoryRpcConnection> connections = ConcurrentHashMap.newKeySet();
    private final Queue<Runnable> work = new ArrayDeque<>();
    private final Queue<Parker> closers = new ArrayDeque<>();
    private final Parker parker;
    private boolean closing;
    private volatile boolean ended;

    InMemoryRpcNode(InMemoryRpcService network, RpcSettings settings, RpcListener listener, InetSocketAddress address) {
        this.network = network;
        this.settings = settings;
        this.listener = listener;
        this.address = address;
        this.parker = settings.runtime().newParker();
    }

    void start() {
        settings.runtime()
                .newThread("net-" + settings.identity().role(), null, this::run)
                .start();
    }

    private void run() {
        while (true) {
            settings.runtime().yieldPoint();
            Runnable next;
            boolean last;
            synchronized (work) {
                next = work.poll();
                last = closing && next == null;
            }
            if (last) {
                break;
            } else if (next == null) {
                parker.park();
            } else {
                next.run();
            }
        }
        ended = true;
        Parker waiting;
        while ((waiting = nextCloser()) != null) {
            waiting.unpark();
        }
    }

    private Parker nextCloser() {
        synchronized (work) {
            return closers.poll();
        }
    }

    /** Any thread. False if the node has closed; the work is not done then. */
    boolean post(Runnable action) {
        synchronized (work) {
            if (closing) {
                return false;
            }
            work.add(action);
        }
        parker.unpark();
        return true;
    }

    @Override
    public InetSocketAddress address() {
        return address;
    }

    @Override
    public CompletionStage<RpcConnection> connect(InetSocketAddress to) {
        CompletableFuture<RpcConnection> result = new CompletableFuture<>();
        String prefix = "No connection with " + to + ": ";
        InMemoryRpcNode server = network.at(to);
        Runnable accept = () -> server.accept(this, result, prefix);
        if (server == null || !server.post(accept)) {
            result.completeExceptionally(new RpcException(prefix + "nobody listens there"));
        }
        return result;
    }

    /** On this node's net thread. */
    private void accept(InMemoryRpcNode client, CompletableFuture<RpcConnection> result, String prefix) {
        Optional<String> refusal = settings.identity().refusalOf(client.settings.identity());
        if (refusal.isPresent()) {
            refused.incrementAndGet();
            listener.refused(client.address, refusal.get());
            result.completeExceptionally(new HandshakeRefusedException(prefix + refusal.get()));
            return;
        }
        InMemoryRpcConnection near = new InMemoryRpcConnection(client, this);
        InMemoryRpcConnection far = new InMemoryRpcConnection(this, client);
        near.link(far);
        far.link(near);
        Runnable connected = () -> {
            client.begin(near);
            result.complete(near);
        };
        if (client.post(connected)) {
            begin(far);
        } else {
            result.completeExceptionally(new RpcException("The node is closed"));
        }
    }

    private void begin(InMemoryRpcConnection connection) {
        connections.add(connection);
        connection.guarded(() -> listener.connected(connection));
    }

    void disconnected(InMemoryRpcConnection connection, String why) {
        connections.remove(connection);
        listener.disconnected(connection, why);
    }

    @Override
    public RpcMetrics metrics() {
        long held = connections.stream().mapToLong(RpcConnection::bytesHeld).sum();
        return new RpcMetrics(connections.size(), sent.get(), received.get(), refused.get(), held);
    }

    @Override
    public void close() {
        network.closed(this);
        String why = settings.identity() + " is stopping";
        Parker mine = settings.runtime().newParker();
        synchronized (work) {
            if (!closing) {
                work.add(() -> connections.forEach(connection -> connection.endNow(why)));
                closing = true;
            }
            closers.add(mine);
        }
        parker.unpark();
        while (!ended) {
            mine.park();
        }
    }
}
