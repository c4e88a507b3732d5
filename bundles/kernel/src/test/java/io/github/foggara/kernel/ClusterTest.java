package io.github.foggara.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.shuffle.ShuffleService;
import io.github.foggara.kernel.fixture.ClusterNetwork;
import io.github.foggara.kernel.fixture.FakePrograms;
import io.github.foggara.kernel.taskmanager.TaskManager;
import io.github.foggara.streams.JobProgram;
import io.github.foggara.testkit.shuffle.InMemoryShuffleService;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Jobs of one kernel in several TaskManagers. */
class ClusterTest extends ClusterFixture {
    @Test
    void aJobRunsInThreeTaskManagersAsInOne() throws Exception {
        boot(LONG_GRACE);
        for (int id = 1; id <= 3; id++) {
            taskManager(id, 1, LONG_GRACE);
        }
        submit(3);
        reached.await();
        released.countDown();
        JobInfo job = end();
        assertExact(job);
        assertThat(job.incidents()).isEmpty();
    }

    @Test
    void aJobWaitsForSlotsInWords() throws Exception {
        released.countDown();
        boot(LONG_GRACE);
        submit(3);
        JobInfo waiting = await(job -> job.cause().orElse("").startsWith("Waits for 3 task slots"));
        assertThat(waiting.state()).isEqualTo(JobStatus.RUNNING);
        taskManager(1, 2, LONG_GRACE);
        await(job -> job.cause().orElse("").startsWith("Waits for 1 task slot:"));
        taskManager(2, 1, LONG_GRACE);
        JobInfo job = end();
        assertExact(job);
        assertThat(job.cause()).isEmpty();
    }

    @Test
    void aTaskManagerThatIsStoppedIsNotWaitedFor() throws Exception {
        boot("1 h");
        TaskManager lost = taskManager(1, 1, "1 h");
        taskManager(2, 1, "1 h");
        taskManager(3, 1, "1 h");
        submit(3);
        reached.await();
        taskManager(4, 1, "1 h");
        lost.close();
        await(job -> !job.incidents().isEmpty());
        released.countDown();
        JobInfo job = end();
        assertExact(job);
        assertThat(job.incidents().get(0).toString())
                .contains("TaskManager 00000000000000000000000000000001 at host1:1 is lost: it has ended its session");
    }

    @Test
    void aBrokenNetworkThatComesBackIsNotNoticed() throws Exception {
        boot(LONG_GRACE);
        for (int id = 1; id <= 3; id++) {
            taskManager(id, 1, LONG_GRACE);
        }
        submit(3);
        reached.await();
        network.cut();
        released.countDown();
        network.cut();
        JobInfo job = end();
        assertExact(job);
        assertThat(job.incidents()).isEmpty();
    }

    @Test
    void aShuffleThatReachesNoOtherProcessServesOneTaskManagerAndIsRefusedForTwo() throws Exception {
        released.countDown();
        programs.add("numbers", "2", (JobProgram) (env, parameters) ->
                env.fromSequence(1, NUMBERS).rebalance().map(Numbers::pass).sinkTo(new PublishingSink("cluster")));
        boot(LONG_GRACE);
        taskManager(1, 2, LONG_GRACE);
        submit(2);
        assertExact(end());
        taskManager(2, 2, LONG_GRACE);
        submit(4);
        JobInfo refused = end();
        assertThat(refused.state()).isEqualTo(JobStatus.FAILED);
        assertThat(refused.cause().orElse(""))
                .contains("the shuffle service 'local' does not reach other processes", "shuffle.service");
    }

    /** Splits, reports and orders are under way all the time. */
    @Test
    void aNetworkThatBreaksAgainAndAgainLosesNothing() throws Exception {
        released.countDown();
        boot(LONG_GRACE);
        for (int id = 1; id <= 3; id++) {
            taskManager(id, 1, LONG_GRACE);
        }
        submit(3);
        int cuts = 0;
        while (kernel.jobs().job("j").filter(job -> job.state().terminal()).isEmpty() && cuts < 60) {
            network.cut();
            cuts++;
            for (TaskManager manager : managers) {
                awaitHealth(manager, "REGISTERED");
            }
        }
        JobInfo job = end();
        assertExact(job);
        assertThat(job.incidents()).isEmpty();
        assertThat(cuts).isPositive();
    }

    @Test
    void aTaskManagerThatWasAwayTooLongRunsTheNextAttempt() throws Exception {
        boot(LONG_GRACE);
        TaskManager only = taskManager(1, 3, "1 ms");
        submit(3);
        reached.await();
        network.up(false);
        network.cut();
        awaitHealth(only, "SEEKING");
        network.up(true);
        await(job -> !job.incidents().isEmpty());
        released.countDown();
        assertExact(end());
        assertThat(only.link()).contains("REGISTERED");
    }

    /** The bundle of the transport is updated, on both sides. */
    @Test
    void aTransportThatIsReplacedIsNotNoticed() throws Exception {
        boot(LONG_GRACE);
        for (int id = 1; id <= 3; id++) {
            taskManager(id, 1, LONG_GRACE);
        }
        submit(3);
        reached.await();
        cluster.listen(
                network, ClusterNetwork.settings(runtime, "jobmaster", 99, configuration(LONG_GRACE, 1), address));
        managers.get(0)
                .listen(network, ClusterNetwork.settings(runtime, "taskmanager", 1, configuration(LONG_GRACE, 1)));
        released.countDown();
        JobInfo job = end();
        assertExact(job);
        assertThat(job.incidents()).isEmpty();
        assertThat(cluster.taskManagers()).hasSize(3);
    }

    /** The next life of the job is another JobMaster for them. */
    @Test
    void aSwapOfAPluginTakesTheJobOverInAllTaskManagers() throws Exception {
        boot(LONG_GRACE);
        for (int id = 1; id <= 3; id++) {
            taskManager(id, 1, LONG_GRACE);
        }
        submit(3);
        reached.await();
        assertThat(kernel.plugins().unregister(ShuffleService.class, "local", shuffle))
                .as("leases came back")
                .isTrue();
        await(job -> job.state() == JobStatus.SUSPENDED);
        released.countDown();
        kernel.plugins().register(ShuffleService.class, "local", "testkit/2", 0, new InMemoryShuffleService());
        assertExact(end());
    }

    private static Configuration waitsForPrograms(String limit) {
        return new Configuration(
                Map.of("taskmanager.registration-grace", LONG_GRACE, "taskmanager.job-bundle-wait", limit));
    }

    @Test
    void aTaskWaitsForItsJobBundle() throws Exception {
        released.countDown();
        boot(LONG_GRACE);
        FakePrograms installed = new FakePrograms();
        taskManager(1, waitsForPrograms("1 h"), installed);
        submit(1);
        awaitListener(installed);
        installed.add("numbers", "1", new Numbers());
        assertExact(end());
        assertThat(kernel.jobs().job("j").orElseThrow().incidents()).isEmpty();
    }

    @Test
    void aTaskThatWaitsForItsJobBundleIsCanceled() throws Exception {
        boot(LONG_GRACE);
        FakePrograms installed = new FakePrograms();
        taskManager(1, waitsForPrograms("1 h"), installed);
        submit(1);
        awaitListener(installed);
        kernel.jobs().cancel("j");
        assertThat(end().state()).isEqualTo(JobStatus.CANCELED);
    }

    @Test
    void aTaskWhoseJobBundleHasAnotherContentFailsInWords() throws Exception {
        boot(LONG_GRACE);
        FakePrograms installed = new FakePrograms();
        installed.add("numbers", "2", new Numbers());
        taskManager(1, waitsForPrograms("1 ms"), installed);
        submit(1);
        JobInfo job = end();
        assertThat(job.state()).isEqualTo(JobStatus.FAILED);
        assertThat(job.cause().orElse(""))
                .contains(
                        "The program numbers (bundle/1.0) with the content 1 is not installed here",
                        "here has another content, 2");
    }

    /** The content of the bundle is the same, and define looks at what is not: the tasks would not be those that were planned. */
    @Test
    void aTaskManagerWhereTheProgramDefinesAnotherGraphRefusesItsTasksInWords() throws Exception {
        released.countDown();
        boot(LONG_GRACE);
        FakePrograms installed = new FakePrograms();
        installed.add("numbers", "1", (JobProgram) (env, parameters) ->
                env.fromSequence(2, NUMBERS).map(Numbers::pass).sinkTo(new PublishingSink("cluster")));
        taskManager(1, waitsForPrograms("1 ms"), installed);
        submit(1);
        JobInfo job = end();
        assertThat(job.state()).isEqualTo(JobStatus.FAILED);
        assertThat(job.cause().orElse(""))
                .contains("The program numbers (bundle/1.0)", "built another graph here than at submission");
        assertThat(PublishingSink.PUBLISHED).doesNotContainKey("cluster");
    }

    private static void awaitListener(FakePrograms installed) {
        while (installed.listeners() == 0) {
            Thread.onSpinWait();
        }
    }
}
