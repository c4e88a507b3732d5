package io.github.foggara.kernel.cluster;

import io.github.foggara.api.rpc.RpcService;
import io.github.foggara.api.rpc.RpcSettings;
import java.io.IOException;
import java.net.InetSocketAddress;

/** A container in a cluster, to {@link ClusterTransport}, which gives it a transport and takes it away. */
public interface ClusterNode extends AutoCloseable {
    /**
     * Talks by this transport from now on; the one before is given up. Blocks while the address is bound.
     *
     * @return where it listens
     * @throws IOException as {@link RpcService#open}; then it does not listen
     */
    InetSocketAddress listen(RpcService rpc, RpcSettings settings) throws IOException;

    /** Whether others are here that only know this container as it listens now. Any thread. */
    default boolean relied() {
        return false;
    }

    /** The transport leaves. Blocks until its connections have ended; idempotent. */
    void silence();

    /** Blocks, bounded. */
    @Override
    void close();
}
