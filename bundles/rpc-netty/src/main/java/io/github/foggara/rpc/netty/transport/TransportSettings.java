package io.github.foggara.rpc.netty.transport;

import io.github.foggara.api.rpc.PeerIdentity;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.security.ClusterSecurity;
import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * What a transport is opened with.
 *
 * @param name of its threads and in its log lines, e.g. {@code rpc}
 * @param bind port 0 for any that is free; null to accept nothing
 * @param maxPayload of one frame of its user in bytes; larger ones end the connection before memory is taken for them
 * @param threads that serve connections
 * @param heartbeatInterval how often a silent connection shows life
 * @param heartbeatTimeout how long a peer may show none; for the handshake it has five seconds at most
 */
public record TransportSettings(
        String name,
        InetSocketAddress bind,
        PeerIdentity identity,
        ClusterSecurity security,
        EngineRuntime runtime,
        int maxPayload,
        int threads,
        Duration heartbeatInterval,
        Duration heartbeatTimeout) {
    public TransportSettings {
        if (maxPayload < 0 || maxPayload > Frames.MAX_PAYLOAD) {
            throw new IllegalArgumentException(
                    "The payload of a frame is from 0 to " + Frames.MAX_PAYLOAD + " bytes, not " + maxPayload);
        }
        if (threads < 1) {
            throw new IllegalArgumentException("A transport has at least one thread, not " + threads);
        }
        if (heartbeatInterval.isNegative() || heartbeatInterval.isZero()) {
            throw new IllegalArgumentException("The interval of heartbeats is positive, not " + heartbeatInterval);
        }
        if (heartbeatTimeout.compareTo(heartbeatInterval) <= 0) {
            throw new IllegalArgumentException("The timeout of heartbeats (" + heartbeatTimeout
                    + ") is longer than their interval (" + heartbeatInterval + ")");
        }
    }
}
