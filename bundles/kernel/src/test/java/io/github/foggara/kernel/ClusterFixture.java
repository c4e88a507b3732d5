package io.github.foggara.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.client.JobSubmission;
import io.github.foggara.api.event.JobEventStore;
import io.github.foggara.api.failover.RestartBackoffStrategy;
import io.github.foggara.api.ha.LeaderElection;
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
import io.github.foggara.kernel.shipping.BundleHost;
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
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A kernel whose tasks run in several TaskManagers: everything between them goes through messages. */
@Timeout(120)
abstract class ClusterFixture {
    static final int NUMBERS = 3000;
    static final Duration LIMIT = Duration.ofSeconds(100);
    /** Long enough for a connection to come back, on a machine that is busy. */
    static final String LONG_GRACE = "60 s";

    static final Map<String, String> DEFAULTS = Map.of("restart-strategy.type", "test");

    static volatile CountDownLatch reached;
    static volatile CountDownLatch released;
    static final Set<String> THREADS = ConcurrentHashMap.newKeySet();

    @TempDir
    Path data;

    final JvmRuntime runtime = new JvmRuntime();
    final ClusterNetwork network = new ClusterNetwork();
    final ShuffleService shuffle = new InMemoryShuffleService();
    final FakePrograms programs = new FakePrograms();
    final JobEventStore log = new InMemoryJobEventStore();
    final LeaderElection election = new CountingElection();
    final List<TaskManager> managers = new ArrayList<>();
    /** Where each listens. */
    final List<InetSocketAddress> addresses = new ArrayList<>();

    private long heads = 99;
    ClusterHead cluster;
    InetSocketAddress address;
    Kernel kernel;

    @BeforeEach
    void programs() {
        THREADS.clear();
        reached = new CountDownLatch(3);
        released = new CountDownLatch(1);
        programs.add("numbers", "1", new Numbers());
        PublishingSink.PUBLISHED.remove("cluster");
    }

    void boot(String grace) throws IOException {
        boot(grace, 10);
    }

    void boot(String grace, int restarts) throws IOException {
        Configuration configuration = configuration(grace, 1);
        cluster = new ClusterHead(runtime, configuration, data, (wanted, reply) -> reply.fail("no bundles"));
        address = cluster.listen(network, ClusterNetwork.settings(runtime, "jobmaster", heads--, configuration));
        kernel = new Kernel(
                runtime, election, executor -> cluster.executor(), data, programs, ServiceLocator.none(), DEFAULTS);
        register(restarts);
    }

    /** What a kernel needs. */
    void register(int restarts) {
        kernel.plugins().register(ShuffleService.class, "local", "testkit/1", 0, shuffle);
        kernel.plugins().register(JobEventStore.class, "file", "testkit/1", 0, log);
        kernel.plugins()
                .register(
                        RestartBackoffStrategy.class,
                        "test",
                        "testkit/1",
                        0,
                        TestStrategies.fixedDelay(restarts, Duration.ofMillis(10)));
    }

    static Configuration configuration(String grace, int slots) {
        return new Configuration(
                Map.of("taskmanager.registration-grace", grace, "taskmanager.numberOfTaskSlots", "" + slots));
    }

    TaskManager taskManager(long id, int slots, String grace) throws IOException {
        return taskManager(id, configuration(grace, slots), programs);
    }

    TaskManager taskManager(long id, Configuration configuration, FakePrograms installed) throws IOException {
        LeasingPluginRegistry plugins = plugins();
        plugins.register(ShuffleService.class, "local", "testkit/1", 0, new InMemoryShuffleService());
        return taskManager(id, configuration, installed, plugins);
    }

    LeasingPluginRegistry plugins() {
        return new LeasingPluginRegistry(runtime, Duration.ofSeconds(10));
    }

    TaskManager taskManager(long id, Configuration configuration, FakePrograms installed, LeasingPluginRegistry plugins)
            throws IOException {
        return taskManager(id, configuration, installed, plugins, BundleHost.NONE);
    }

    TaskManager taskManager(
            long id,
            Configuration configuration,
            FakePrograms installed,
            LeasingPluginRegistry plugins,
            BundleHost bundles)
            throws IOException {
        TaskManager manager = new TaskManager(
                new TaskManager.Surroundings(
                        runtime,
                        plugins,
                        installed,
                        bundles,
                        data.resolve("shipped"),
                        ServiceLocator.none(),
                        new ManagedMemory(1 << 20),
                        Optional::empty),
                configuration,
                address);
        addresses.add(manager.listen(network, ClusterNetwork.settings(runtime, "taskmanager", id, configuration)));
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

    void submit(int parallelism) {
        kernel.jobs().submit(new JobSubmission("j", "numbers", Map.of("parallelism", "" + parallelism), Map.of()));
    }

    JobInfo end() throws InterruptedException {
        return kernel.jobs().awaitTermination("j", LIMIT).orElseThrow();
    }

    /** What a job says of itself is a view that others read. */
    JobInfo await(Predicate<JobInfo> wanted) {
        await(() -> kernel.jobs().job("j"), job -> job.filter(wanted).isPresent());
        return kernel.jobs().job("j").orElseThrow();
    }

    static void awaitHealth(TaskManager manager, String word) {
        await(manager::link, link -> link.contains(word));
    }

    /** For what nobody tells. */
    static <T> void await(Supplier<T> look, Predicate<T> wanted) {
        long limit = System.nanoTime() + LIMIT.toNanos();
        for (T seen = look.get(); !wanted.test(seen); seen = look.get()) {
            assertThat(System.nanoTime()).as("%s", seen).isLessThan(limit);
            Thread.onSpinWait();
        }
    }

    static void assertExact(JobInfo job) {
        assertThat(job.state()).as(job.cause().orElse("")).isEqualTo(JobStatus.FINISHED);
        assertThat(PublishingSink.PUBLISHED.get("cluster"))
                .containsExactlyElementsOf(LongStream.rangeClosed(1, NUMBERS)
                        .mapToObj(Long::toString)
                        .sorted()
                        .toList());
    }

    /** Writes its numbers; each subtask waits on the way. */
    static final class Numbers implements JobProgram {
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
