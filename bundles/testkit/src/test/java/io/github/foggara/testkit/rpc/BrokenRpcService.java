package io.github.foggara.testkit.rpc;

import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.api.rpc.PeerIdentity;
import io.github.foggara.api.rpc.RpcConnection;
import io.github.foggara.api.rpc.RpcListener;
import io.github.foggara.api.rpc.RpcMessages;
import io.github.foggara.api.rpc.RpcMetrics;
import io.github.foggara.api.rpc.RpcNode;
import io.github.foggara.api.rpc.RpcService;
import io.github.foggara.api.rpc.RpcSettings;
import io.github.foggara.api.security.ClusterSecurity;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The reference with one bug. */
final class BrokenRpcService implements RpcService {
    private static final long ENDLESS = 1L << 40;

    private final RpcBug bug;
    private final InMemoryRpcService sound;

    BrokenRpcService(RpcBug bug) {
        this.bug = bug;
        InMemoryRpcService limits = new InMemoryRpcService();
        this.sound = new InMemoryRpcService(
                bug == RpcBug.NEVER_HELD_UP ? ENDLESS : limits.highWater,
                bug == RpcBug.NEVER_REFUSED ? ENDLESS : limits.limit);
    }

    @Override
    public OptionSet options() {
        return sound.options();
    }

    @Override
    public RpcNode open(RpcSettings settings, RpcListener listener) throws IOException {
        BrokenRpcListener broken = new BrokenRpcListener(bug, settings.identity(), listener);
        return new Node(sound.open(changed(settings), broken), broken);
    }

    private RpcSettings changed(RpcSettings from) {
        PeerIdentity identity = from.identity();
        ClusterSecurity security = from.security();
        RpcMessages messages = from.messages();
        if (bug == RpcBug.CLUSTER_NOT_COMPARED) {
            security = ClusterSecurity.loopback("c", Path.of("unused"));
            identity = new PeerIdentity(
                    identity.container(),
                    identity.role(),
                    identity.productVersion(),
                    identity.protocolVersion(),
                    "c",
                    identity.properties());
        }
        if (bug == RpcBug.TYPES_NOT_CHECKED) {
            messages = RpcMessages.of(new TextMessage(7, 1 << 20), new TextMessage(4242, 1 << 20));
        }
        return new RpcSettings(from.bind(), identity, security, messages, from.configuration(), from.runtime());
    }

    private final class Node implements RpcNode {
        private final RpcNode node;
        private final BrokenRpcListener listener;

        Node(RpcNode node, BrokenRpcListener listener) {
            this.node = node;
            this.listener = listener;
        }

        @Override
        public InetSocketAddress address() {
            return node.address();
        }

        @Override
        public CompletionStage<RpcConnection> connect(InetSocketAddress address) {
            CompletableFuture<RpcConnection> result = new CompletableFuture<>();
            node.connect(address).whenComplete((connection, failure) -> {
                if (failure == null) {
                    result.complete(listener.broken(connection));
                } else {
                    result.completeExceptionally(failure);
                }
            });
            return result;
        }

        @Override
        public RpcMetrics metrics() {
            RpcMetrics m = node.metrics();
            return new RpcMetrics(
                    m.connections(),
                    bug == RpcBug.SENT_NOT_COUNTED ? 0 : m.sent(),
                    m.received(),
                    m.refusedPeers(),
                    m.bytesHeld());
        }

        @Override
        public void close() {
            node.close();
        }
    }
}
