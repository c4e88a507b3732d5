package io.github.foggara.kernel.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.kernel.remote.message.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who may register, and which registration of several counts. */
@Timeout(60)
class ClusterRegistrationTest extends ClusterExecutorFixture {
    @Test
    void aLateRegistrationTakesNothingFromANewerOne() throws Exception {
        ScriptedTaskManager one = registered(1, 1);
        place(1, FIRST);
        deploy(one, FIRST);
        assertThat(one.register().resumed()).isTrue();
        assertThat(one.awaitEnd()).contains("replaced by a newer connection");
        one.registerLate(1);
        assertThat(one.awaitEnd()).contains("refused", "later than a newer registration");
        cluster.cancel(FIRST, 1);
        one.next(Order.Cancel.class);
        settle();
        assertThat(owner.silent()).isTrue();
    }

    @Test
    void onlyATaskManagerRegisters() throws Exception {
        ScriptedTaskManager other = new ScriptedTaskManager(network, runtime, "jobmaster", node.address(), 1, 1);
        open.add(other);
        other.registerLate(1);
        assertThat(other.awaitEnd()).contains("refused", "only a taskmanager registers", "'jobmaster'");
        settle();
        assertThat(cluster.taskManagers()).isEmpty();
    }
}
