package io.github.foggara.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.client.JobSubmission;
import io.github.foggara.api.event.JobEventStore;
import io.github.foggara.api.failover.RestartBackoffStrategy;
import io.github.foggara.api.job.JobParameters;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.shuffle.ShuffleService;
import io.github.foggara.kernel.cluster.ClusterHead;
import io.github.foggara.kernel.fixture.ClusterNetwork;
import io.github.foggara.kernel.fixture.CountingElection;
import io.github.foggara.kernel.fixture.FakePrograms;
import io.github.foggara.kernel.fixture.TestStrategies;
import io.github.foggara.kernel.memory.ManagedMemory;
import io.github.foggara.kernel.plugin.LeasingPluginRegistry;
import io.github.foggara.kernel.runtime.JvmRuntime;
import io.github.foggara.kernel.taskexecutor.ServiceLocator;
import io.github.foggara.kernel.taskmanager.TaskManager;
import io.github.foggara.streams.JobProgram;
import io.github.foggara.streams.StreamEnvironment;
import io.github.foggara.testkit.event.InMemoryJobEventStore;
import io.github.foggara.testkit.shuffle.InMemoryShuffleService;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A kernel whose tasks run in several TaskManagers: everything between them goes through messages. */
@Timeout(120)
class ClusterTest {
    private static final int NUMBERS = 3000;
    private static final Duration LIMIT = Duration.ofSeconds(100);
    /** Long enough for a connection to come back, on a machine that is busy. */
    private static final String LONG_GRACE = "60 s";

    private static volatile CountDownLatch reached;
    private static volatile CountDownLatch released;
    private static final Set<String> THREADS = ConcurrentHashMap.newKeySet();

    @TempDir
    Path data;

    private final JvmRuntime runtime = new JvmRuntime();
    private final ClusterNetwork network = new ClusterNetwork();
    private final ShuffleService shuffle = new InMemoryShuffleService();
    private final FakePrograms programs = new FakePrograms();
    private final List<TaskManager> managers = new ArrayList<>();
    private ClusterHead cluster;
    private InetSocketAddress address;
    private Kernel kernel;

    @BeforeEach
    void programs() {
        THREADS.clear();
        reached = new CountDownLatch(3);
        released = new CountDownLatch(1);
        programs.add("numbers", "1", new Numbers());
        PublishingSink.PUBLISHED.remove("cluster");
    }

    private void boot(String grace) throws IOException {
        Configuration configuration = configuration(grace, 1);
        cluster = new ClusterHead(runtime, configuration);
        address = cluster.listen(network, ClusterNetwork.settings(runtime, "jobmaster", 99, configuration));
        kernel = new Kernel(
                runtime,
                new CountingElection(),
                executor -> cluster.executor(),
                data,
                programs,
                ServiceLocator.none(),
                Map.of("restart-strategy.type", "test"));
        kernel.plugins().register(ShuffleService.class, "local", "testkit/1", 0, shuffle);
        kernel.plugins().register(JobEventStore.class, "file", "testkit/1", 0, new InMemoryJobEventStore());
        kernel.plugins()
                .register(
                        RestartBackoffStrategy.class,
                        "test",
                        "testkit/1",
                        0,
                        TestStrategies.fixedDelay(10, Duration.ofMillis(10)));
    }

    private static Configuration configuration(String grace, int slots) {
        return new Configuration(
                Map.of("taskmanager.registration-grace", grace, "taskmanager.numberOfTaskSlots", "" + slots));
    }

    private TaskManager taskManager(long id, int slots, String grace) throws IOException {
        return taskManager(id, configuration(grace, slots), programs);
    }

    private TaskManager taskManager(long id, Configuration configuration, FakePrograms installed) throws IOException {
        LeasingPluginRegistry plugins = new LeasingPluginRegistry(runtime, Duration.ofSeconds(10));
        plugins.register(ShuffleService.class, "local", "testkit/1", 0, new InMemoryShuffleService());
        TaskManager manager = new TaskManager(
                new TaskManager.Surroundings(
                        runtime,
                        plugins,
                        installed,
                        ServiceLocator.none(),
                        new ManagedMemory(1 << 20),
                        Optional::empty),
                configuration,
                address);
        manager.listen(network, ClusterNetwork.settings(runtime, "taskmanager", id, configuration));
        managers.add(manager);
        return manager;
    }

    @AfterEach
    void close() {
        released.countDown();
        kernel.close();
        managers.forEach(TaskManager::close);
        cluster.close();
        runtime.close();
    }

    private void submit(int parallelism) {
        kernel.jobs().submit(new JobSubmission("j", "numbers", Map.of("parallelism", "" + parallelism), Map.of()));
    }

    private JobInfo end() throws InterruptedException {
        return kernel.jobs().awaitTermination("j", LIMIT).orElseThrow();
    }

    /** What a job says of itself is a view that others read. */
    private JobInfo await(Predicate<JobInfo> wanted) {
        long limit = System.nanoTime() + LIMIT.toNanos();
        while (kernel.jobs().job("j").filter(wanted).isEmpty()) {
            assertThat(System.nanoTime()).as("%s", kernel.jobs().job("j")).isLessThan(limit);
            Thread.onSpinWait();
        }
        return kernel.jobs().job("j").orElseThrow();
    }

    private static void awaitHealth(TaskManager manager, String word) {
        long limit = System.nanoTime() + LIMIT.toNanos();
        while (!manager.link().contains(word)) {
            assertThat(System.nanoTime()).as("%s", manager.link()).isLessThan(limit);
            Thread.onSpinWait();
        }
    }

    private static void assertExact(JobInfo job) {
        assertThat(job.state()).as(job.cause().orElse("")).isEqualTo(JobStatus.FINISHED);
        assertThat(PublishingSink.PUBLISHED.get("cluster"))
                .containsExactlyElementsOf(LongStream.rangeClosed(1, NUMBERS)
                        .mapToObj(Long::toString)
                        .sorted()
                        .toList());
    }

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
    void aJobSurvivesTheLossOfATaskManager() throws Exception {
        boot("200 ms");
        TaskManager lost = taskManager(1, 1, "200 ms");
        taskManager(2, 1, "200 ms");
        taskManager(3, 1, "200 ms");
        submit(3);
        reached.await();
        taskManager(4, 1, "200 ms");
        lost.close();
        await(job -> !job.incidents().isEmpty());
        released.countDown();
        JobInfo job = end();
        assertExact(job);
        assertThat(job.incidents().get(0).toString())
                .contains("TaskManager 00000000000000000000000000000001 at host1:1 is lost");
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

    private static void awaitListener(FakePrograms installed) {
        while (installed.listeners() == 0) {
            Thread.onSpinWait();
        }
    }

    /** Writes its numbers; each subtask waits on the way. */
    private static final class Numbers implements JobProgram {
        @Override
        public void define(StreamEnvironment env, JobParameters parameters) {
            env.fromSequence(1, NUMBERS).map(Numbers::pass).sinkTo(new PublishingSink("cluster"));
        }

        static String pass(Long number) {
            if (THREADS.add(Thread.currentThread().getName())) {
                reached.countDown();
                try {
                    released.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IllegalStateException("interrupted", e);
                }
            }
            return number.toString();
        }
    }
}
