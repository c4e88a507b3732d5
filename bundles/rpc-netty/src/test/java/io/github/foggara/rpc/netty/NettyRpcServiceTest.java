package io.github.foggara.rpc.netty;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.rpc.RpcService;
import io.github.foggara.api.security.ClusterSecurity;
import io.github.foggara.testkit.rpc.RpcContract;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(LeakCheck.class)
class NettyRpcServiceTest extends RpcContract {
    static final Map<String, String> SMALL =
            Map.of("rpc.netty.send-buffer.size", "32 kb", "rpc.netty.send-buffer.limit", "128 kb");

    @TempDir
    private Path directory;

    @Override
    protected RpcService service() {
        return new NettyRpcService();
    }

    @Override
    protected ClusterSecurity security(String clusterId) {
        return ClusterSecurity.loopback(clusterId, directory.resolve("secret"));
    }

    @Override
    protected Configuration smallLimits() {
        return new Configuration(SMALL);
    }

    /** Each end beats. */
    @Override
    protected int timersOfConnections() {
        return 2;
    }
}
