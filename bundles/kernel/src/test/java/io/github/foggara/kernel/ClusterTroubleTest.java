package io.github.foggara.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.shuffle.ShuffleService;
import io.github.foggara.kernel.plugin.LeasingPluginRegistry;
import io.github.foggara.testkit.shuffle.InMemoryShuffleService;
import org.junit.jupiter.api.Test;

/** TaskManagers that are not as they should be. */
class ClusterTroubleTest extends ClusterFixture {
    @Test
    void aShuffleServiceThatIsAwayForAMomentCostsARestartAndNotTheJob() throws Exception {
        released.countDown();
        boot(LONG_GRACE, Integer.MAX_VALUE);
        LeasingPluginRegistry plugins = plugins();
        taskManager(1, configuration(LONG_GRACE, 1), programs, plugins);
        submit(1);
        JobInfo trying = await(job -> !job.incidents().isEmpty());
        assertThat(trying.incidents().get(0).toString())
                .contains("The placement failed", "There is no shuffle service 'local'", "kind=environment");
        plugins.register(ShuffleService.class, "local", "testkit/1", 0, new InMemoryShuffleService());
        assertExact(end());
    }
}
