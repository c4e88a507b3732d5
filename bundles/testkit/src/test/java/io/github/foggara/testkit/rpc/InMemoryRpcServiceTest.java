package io.github.foggara.testkit.rpc;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.rpc.RpcService;
import io.github.foggara.api.security.ClusterSecurity;
import java.nio.file.Path;

class InMemoryRpcServiceTest extends RpcContract {
    @Override
    protected RpcService service() {
        return new InMemoryRpcService();
    }

    @Override
    protected ClusterSecurity security(String clusterId) {
        return ClusterSecurity.loopback(clusterId, Path.of("unused"));
    }

    @Override
    protected Configuration smallLimits() {
        return Configuration.EMPTY;
    }
}
