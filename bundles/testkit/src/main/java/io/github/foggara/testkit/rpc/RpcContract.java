package io.github.foggara.testkit.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.plugin.Option;
import io.github.foggara.api.rpc.RpcScope;
import io.github.foggara.api.rpc.StaleEpochException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Everything an {@code RpcService} promises; the parts are in the superclasses, here are epochs and options. A plugin's suite:
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
    private static final RpcScope JOB = RpcScope.of(new JobId(5, 6));
    private static final RpcScope OTHER_JOB = RpcScope.of(new JobId(5, 7));

    @Test
    void messagesOfAnEpochThatIsOverAreDroppedAndCounted() {
        Pair pair = pair();
        pair.server().node().fence(JOB, 4);
        pair.near().send(text("old", JOB, 3));
        pair.near().send(text("very old", JOB, -1));
        pair.near().send(text("of now", JOB, 4));
        pair.near().send(text("of later", JOB, 5));
        pair.near().send(text("of another job", OTHER_JOB, 1));
        pair.near().send(text("of no job"));
        RpcProbe probe = pair.server().probe();
        assertThat(text(probe.awaitMessage())).isEqualTo("of now");
        assertThat(text(probe.awaitMessage())).isEqualTo("of later");
        assertThat(text(probe.awaitMessage())).isEqualTo("of another job");
        assertThat(text(probe.awaitMessage())).isEqualTo("of no job");
        assertThat(pair.server().node().metrics().refusedStale()).isEqualTo(2);
        assertThat(pair.server().node().metrics().received()).isEqualTo(4);
    }

    @Test
    void aRequestOfAnEpochThatIsOverIsToldSo() {
        Pair pair = pair();
        pair.server().node().fence(JOB, 9);
        Throwable failure = failure(pair.near().request(text("old", JOB, 8), MINUTE));
        assertThat(failure)
                .isInstanceOf(StaleEpochException.class)
                .hasMessageContaining("epoch 8")
                .hasMessageContaining("epoch 9")
                .hasMessageContaining(JOB.toString());
        assertThat(((StaleEpochException) failure).epoch()).isEqualTo(8);
        assertThat(((StaleEpochException) failure).fence()).isEqualTo(9);
        assertThat(pair.server().node().metrics().refusedStale()).isEqualTo(1);
    }

    @Test
    void aFenceOnlyRisesUntilTheScopeIsOver() {
        Pair pair = pair();
        pair.server().node().fence(JOB, 9);
        pair.server().node().fence(JOB, 2);
        assertThat(failure(pair.near().request(text("old", JOB, 8), MINUTE))).isInstanceOf(StaleEpochException.class);
        pair.server().node().unfence(JOB);
        pair.near().send(text("new life", JOB, 1));
        assertThat(text(pair.server().probe().awaitMessage())).isEqualTo("new life");
        pair.server().node().unfence(JOB);
        assertThatThrownBy(() -> pair.server().node().fence(RpcScope.NONE, 1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aFenceHoldsForConnectionsThatComeLater() {
        End server = open("server");
        server.node().fence(JOB, 2);
        Pair pair = connect(open("client"), server);
        assertThat(failure(pair.near().request(text("old", JOB, 1), MINUTE))).isInstanceOf(StaleEpochException.class);
    }

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
