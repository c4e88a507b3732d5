package io.github.foggara.rpc.netty;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.api.rpc.RpcListener;
import io.github.foggara.api.rpc.RpcNode;
import io.github.foggara.api.rpc.RpcService;
import io.github.foggara.api.rpc.RpcSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Opens nodes over Netty, and closes those that are open when it is closed. Thread-safe. */
public final class NettyRpcService implements RpcService, AutoCloseable {
    public static final String NAME = "netty";

    private final Set<RpcNode> nodes = ConcurrentHashMap.newKeySet();
    private volatile Configuration defaults = Configuration.EMPTY;
    private boolean opened;
    private boolean closed;

    /**
     * Values for options that a node's configuration does not set, for nodes that are opened from now on.
     *
     * @throws io.github.foggara.api.plugin.InvalidOptionException naming key, value and range; the former stay in force
     */
    public void defaults(Configuration configuration) {
        NettyRpcOptions.of(configuration);
        defaults = configuration;
    }

    @Override
    public OptionSet options() {
        return NettyRpcOptions.SET;
    }

    @Override
    public synchronized RpcNode open(RpcSettings settings, RpcListener listener) throws IOException {
        if (closed) {
            throw new IOException("The plugin for messages between containers has stopped");
        }
        NettyRpcOptions options = NettyRpcOptions.of(settings.configuration().withDefaults(defaults.values()));
        opened = true;
        RpcNode node = NettyRpcNode.open(settings, options, listener, nodes::remove);
        nodes.add(node);
        return node;
    }

    /** Blocks until nothing of any node is left, Netty's own threads included: a second if a node was ever open. */
    @Override
    public void close() {
        List<RpcNode> open;
        boolean any;
        synchronized (this) {
            closed = true;
            any = opened;
            open = new ArrayList<>(nodes);
        }
        open.forEach(RpcNode::close);
        if (any) {
            NettyRpcNode.awaitQuiet();
        }
    }
}
