package io.github.foggara.testkit.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.plugin.Option;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Everything an {@code RpcService} promises; the parts are in the superclasses, here are options. A plugin's suite:
 *
 * <pre>{@code
 * class NettyRpcServiceTest extends RpcContract {
 *     protected RpcService service() { return new NettyRpcService(); }
 *     protected ClusterSecurity security(String clusterId) { return ClusterSecurity.loopback(clusterId, secret); }
 *     protected Configuration smallLimits() { return new Configuration(Map.of(...)); }
 * }
 * }</pre>
 */
public abstract class RpcContract extends ConnectionContract {
    @Test
    void optionsHaveDistinctKeysAndTheirDefaultsAreAccepted() {
        List<String> keys = new ArrayList<>();
        for (Option<?> option : service().options().options()) {
            keys.add(option.key());
            assertThat(option.description()).as(option.key()).isNotBlank();
            assertAccepted(option);
        }
        assertThat(keys).doesNotHaveDuplicates();
    }

    private static <T> void assertAccepted(Option<T> option) {
        assertThat(option.accepts().test(option.fallback())).as(option.key()).isTrue();
    }
}
