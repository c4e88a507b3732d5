package io.github.foggara.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.shuffle.ShuffleService;
import io.github.foggara.kernel.cluster.ClusterHead;
import io.github.foggara.kernel.fixture.ClusterNetwork;
import io.github.foggara.kernel.plugin.LeasingPluginRegistry;
import io.github.foggara.kernel.remote.message.BundlePart;
import io.github.foggara.kernel.shipping.FakeHost;
import io.github.foggara.kernel.shipping.OfferedCode;
import io.github.foggara.kernel.taskexecutor.ServiceLocator;
import io.github.foggara.testkit.shuffle.InMemoryShuffleService;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The code of a job on its way from the JobMaster's bundles to those of a TaskManager, through messages. */
class ShippingWayTest extends ClusterFixture {
    private final FakeHost master = new FakeHost();
    private final FakeHost here = new FakeHost();
    private final AtomicInteger questions = new AtomicInteger();

    /** A job bundle of three parts. */
    private void bootShipping(int cutAt) throws IOException {
        master.definition = new Numbers();
        here.definition = master.definition;
        master.deploy("numbers", new byte[2 * BundlePart.MAX_BYTES + 1]);
        Configuration configuration = configuration(LONG_GRACE, 1);
        OfferedCode offers = new OfferedCode(runtime, master, data.resolve("bundles"), 1 << 30);
        cluster = new ClusterHead(runtime, configuration, data, (wanted, reply) -> {
            if (questions.incrementAndGet() == cutAt) {
                network.cut();
            }
            offers.serve(wanted, reply);
        });
        address = cluster.listen(network, ClusterNetwork.settings(runtime, "jobmaster", 99, configuration));
        kernel =
                new Kernel(runtime, cluster.executor(), offers, data, master.programs, ServiceLocator.none(), DEFAULTS);
        register(0);
        LeasingPluginRegistry plugins = plugins();
        plugins.register(ShuffleService.class, "local", "testkit/1", 0, new InMemoryShuffleService());
        taskManager(1, configuration, here.programs, plugins, here);
    }

    private void assertRuns() throws Exception {
        released.countDown();
        submit(1);
        JobInfo job = end();
        assertExact(job);
        assertThat(job.incidents()).isEmpty();
        assertThat(here.installed).containsExactly("numbers");
        while (!here.shipped.isEmpty()) {
            Thread.onSpinWait();
        }
        assertThat(here.byHand).isEmpty();
    }

    @Test
    void aTaskManagerWithoutTheProgramGetsItAndLetsItGo() throws Exception {
        bootShipping(0);
        assertRuns();
        assertThat(questions.get()).isEqualTo(3);
    }

    @Test
    void aConnectionThatBreaksOnTheWayCostsOneQuestionMore() throws Exception {
        bootShipping(2);
        assertRuns();
        assertThat(questions.get()).isEqualTo(4);
    }
}
