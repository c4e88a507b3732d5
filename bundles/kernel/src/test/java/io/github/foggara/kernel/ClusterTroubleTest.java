package io.github.foggara.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.shuffle.ShuffleService;
import io.github.foggara.kernel.plugin.LeasingPluginRegistry;
import io.github.foggara.testkit.shuffle.InMemoryShuffleService;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** TaskManagers that are not as they should be. */
class ClusterTroubleTest extends ClusterFixture {
    @Test
    void aShuffleServiceThatIsAwayForAMomentCostsARestartAndNotTheJob() throws Exception {
        released.countDown();
        boot(LONG_GRACE, Integer.MAX_VALUE);
        LeasingPluginRegistry plugins = plugins();
        Configuration impatient = new Configuration(
                Map.of("taskmanager.registration-grace", LONG_GRACE, "taskmanager.job-bundle-wait", "1 ms"));
        taskManager(1, impatient, programs, plugins);
        submit(1);
        JobInfo trying = await(job -> !job.incidents().isEmpty());
        assertThat(trying.incidents().get(0).toString())
                .contains("The placement failed", "There is no shuffle service 'local'", "kind=environment");
        plugins.register(ShuffleService.class, "local", "testkit/1", 0, new InMemoryShuffleService());
        assertExact(end());
    }

    /** The JobMaster has a plugin of that name all the time. */
    @Test
    void aPluginThatIsReplacedInATaskManagerCostsNothing() throws Exception {
        boot(LONG_GRACE, 0);
        LeasingPluginRegistry plugins = plugins();
        ShuffleService first = new InMemoryShuffleService();
        plugins.register(ShuffleService.class, "local", "testkit/1", 0, first);
        taskManager(1, configuration(LONG_GRACE, 3), programs, plugins);
        submit(3);
        reached.await();
        assertThat(plugins.unregister(ShuffleService.class, "local", first))
                .as("leases came back")
                .isTrue();
        released.countDown();
        plugins.register(ShuffleService.class, "local", "testkit/2", 0, new InMemoryShuffleService());
        JobInfo job = end();
        assertExact(job);
        assertThat(job.incidents()).isEmpty();
    }

    @Test
    void aPluginThatDoesNotComeBackToATaskManagerFailsTheJobInWords() throws Exception {
        released.countDown();
        boot(LONG_GRACE, 0);
        Configuration impatient = new Configuration(
                Map.of("taskmanager.registration-grace", LONG_GRACE, "taskmanager.job-bundle-wait", "1 ms"));
        taskManager(1, impatient, programs, plugins());
        submit(1);
        JobInfo job = end();
        assertThat(job.state()).isEqualTo(JobStatus.FAILED);
        assertThat(job.cause().orElse("")).contains("The placement failed", "There is no shuffle service 'local'");
    }
}
