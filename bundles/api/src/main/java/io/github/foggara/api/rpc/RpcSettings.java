package io.github.foggara.api.rpc;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.security.ClusterSecurity;
import java.net.InetSocketAddress;
import java.util.Objects;

/**
 * What a node is opened with.
 *
 * @param bind where it accepts connections; port 0 for any that is free
 * @param identity who it says it is; of the same cluster as {@code security}
 * @param messages what it takes and sends
 * @param configuration options of the plugin ({@link RpcService#options}), over its defaults
 * @param runtime threads and time
 */
public record RpcSettings(
        InetSocketAddress bind,
        PeerIdentity identity,
        ClusterSecurity security,
        RpcMessages messages,
        Configuration configuration,
        EngineRuntime runtime) {
    public RpcSettings {
        Objects.requireNonNull(bind, "bind");
        Objects.requireNonNull(messages, "messages");
        Objects.requireNonNull(configuration, "configuration");
        Objects.requireNonNull(runtime, "runtime");
        if (!identity.clusterId().equals(security.clusterId())) {
            throw new IllegalArgumentException("The identity is of cluster '" + identity.clusterId()
                    + "', the security of cluster '" + security.clusterId() + "'");
        }
    }
}
