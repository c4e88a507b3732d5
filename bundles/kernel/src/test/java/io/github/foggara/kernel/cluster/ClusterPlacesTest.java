package io.github.foggara.kernel.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.kernel.gateway.Placement;
import io.github.foggara.kernel.remote.message.Order;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of places that were given before anything was deployed there. */
@Timeout(60)
class ClusterPlacesTest extends ClusterExecutorFixture {
    @Test
    void whatGoesElsewhereKeepsItsShuffleAndConfiguration() throws Exception {
        ScriptedTaskManager one = registered(1, 2);
        Configuration first = new Configuration(Map.of("of", "first"));
        Configuration second = new Configuration(Map.of("of", "second"));
        cluster.place(new Placement(JOB, 1, List.of(FIRST), "local", first), owner);
        cluster.place(new Placement(JOB, 1, List.of(SECOND), "netty", second), owner);
        one.next(Order.Place.class);
        one.next(Order.Place.class);
        one.disconnect();
        runtime.awaitExactly(GRACE);
        runtime.advance(GRACE);
        assertThat(owner.next()).isEqualTo("missing 2");
        ScriptedTaskManager two = registered(2, 2);
        assertThat(two.next(Order.Place.class).placement())
                .isEqualTo(new Placement(JOB, 1, List.of(FIRST), "local", first));
        assertThat(two.next(Order.Place.class).placement())
                .isEqualTo(new Placement(JOB, 1, List.of(SECOND), "netty", second));
    }
}
