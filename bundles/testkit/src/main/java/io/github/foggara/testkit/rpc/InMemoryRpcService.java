package io.github.foggara.testkit.rpc;

import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.api.rpc.RpcListener;
import io.github.foggara.api.rpc.RpcNode;
import io.github.foggara.api.rpc.RpcService;
import io.github.foggara.api.rpc.RpcSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The reference: a network inside one object, one thread per node by the runtime's seam, so that it also runs in a simulation. Nodes find each
 * other by port; whose cluster and versions fit are connected, and nothing is secret.
 */
public final class InMemoryRpcService implements RpcService {
    private static final int FIRST_PORT = 10_000;

    final long highWater;
    final long limit;
    private final Map<Integer, InMemoryRpcNode> nodes = new ConcurrentHashMap<>();
    private final AtomicInteger ports = new AtomicInteger(FIRST_PORT);

    /** With limits that fit unit tests. */
    public InMemoryRpcService() {
        this(32 * 1024, 128 * 1024);
    }

    /**
     * @param highWater bytes under way to a peer, above which a connection is not writable
     * @param limit bytes that may be under way to a peer
     */
    public InMemoryRpcService(long highWater, long limit) {
        this.highWater = highWater;
        this.limit = limit;
    }

    @Override
    public OptionSet options() {
        return new OptionSet("rpc memory", List.of());
    }

    @Override
    public RpcNode open(RpcSettings settings, RpcListener listener) throws IOException {
        settings.security().check(settings.bind(), "bind");
        int wanted = settings.bind().getPort();
        int port = wanted == 0 ? ports.incrementAndGet() : wanted;
        InetSocketAddress address = new InetSocketAddress(settings.bind().getAddress(), port);
        InMemoryRpcNode node = new InMemoryRpcNode(this, settings, listener, address);
        if (nodes.putIfAbsent(port, node) != null) {
            throw new IOException("Cannot listen at " + address + ": another node does");
        }
        node.start();
        return node;
    }

    /** Who accepts there, or null. */
    InMemoryRpcNode at(InetSocketAddress address) {
        return nodes.get(address.getPort());
    }

    void closed(InMemoryRpcNode node) {
        nodes.remove(node.address().getPort(), node);
    }
}
