package io.github.foggara.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.shuffle.ShuffleService;
import io.github.foggara.kernel.fixture.FakePrograms;
import io.github.foggara.kernel.plugin.LeasingPluginRegistry;
import io.github.foggara.kernel.program.Program;
import io.github.foggara.testkit.shuffle.InMemoryShuffleService;
import org.junit.jupiter.api.Test;

/** The bundle of a program goes at a TaskManager, under a task that runs. */
class ProgramLeavesTest extends ClusterFixture {
    @Test
    void aTaskWhoseProgramLeavesFailsInWordsAndTheBundleWaitsForIt() throws Exception {
        boot(LONG_GRACE);
        FakePrograms installed = new FakePrograms();
        installed.add("numbers", "1", new Numbers());
        Program program = installed.find("numbers").orElseThrow();
        LeasingPluginRegistry plugins = plugins();
        plugins.register(ShuffleService.class, "local", "testkit/1", 0, new InMemoryShuffleService());
        plugins.register(Program.class, program.id().code(), "bundle/1.0", 0, program);
        taskManager(1, configuration(LONG_GRACE, 1), installed, plugins);
        submit(1);
        while (reached.getCount() == 3) {
            Thread.onSpinWait();
        }
        installed.remove("numbers");
        assertThat(plugins.unregister(Program.class, program.id().code(), program))
                .as("its code is not in use any more")
                .isTrue();
        JobInfo failed = await(job -> !job.incidents().isEmpty());
        assertThat(failed.incidents().get(0).toString())
                .contains("The program numbers (bundle/1.0) has left this TaskManager", "kind=environment");
        released.countDown();
        plugins.register(Program.class, program.id().code(), "bundle/1.0", 0, program);
        installed.add("numbers", "1", new Numbers());
        assertExact(end());
    }
}
