package io.github.foggara.rpc.netty;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.rpc.RpcService;
import io.github.foggara.api.security.ClusterSecurity;
import io.github.foggara.testkit.rpc.RpcContract;
import io.github.foggara.testkit.security.TestCertificates;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;

/** The whole contract again, over TLS. */
@ExtendWith(LeakCheck.class)
class NettyRpcOverTlsTest extends RpcContract {
    private static TestCertificates certificates;

    @BeforeAll
    static void certificates() throws Exception {
        certificates = TestCertificates.shared();
    }

    @Override
    protected RpcService service() {
        return new NettyRpcService();
    }

    @Override
    protected ClusterSecurity security(String clusterId) {
        return ClusterSecurity.mutualTls(clusterId, certificates.of("member"));
    }

    @Override
    protected Configuration smallLimits() {
        return new Configuration(NettyRpcServiceTest.SMALL);
    }

    /** Each end beats, and each node looks at its files. */
    @Override
    protected int timersOfConnections() {
        return 4;
    }
}
