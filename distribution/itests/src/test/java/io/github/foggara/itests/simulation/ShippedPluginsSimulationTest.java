package io.github.foggara.itests.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.event.JobEventStore;
import io.github.foggara.api.failover.FailoverStrategy;
import io.github.foggara.api.failover.RestartBackoffStrategy;
import io.github.foggara.api.runtime.Parker;
import io.github.foggara.api.shuffle.ShuffleService;
import io.github.foggara.kernel.Kernel;
import io.github.foggara.kernel.taskexecutor.ServiceLocator;
import io.github.foggara.recovery.eventstore.FileJobEventStore;
import io.github.foggara.recovery.eventstore.LogDisk;
import io.github.foggara.recovery.failover.ExponentialDelayBackoffStrategy;
import io.github.foggara.recovery.failover.FixedDelayBackoffStrategy;
import io.github.foggara.recovery.failover.FullFailoverStrategy;
import io.github.foggara.recovery.failover.RegionFailoverStrategy;
import io.github.foggara.shuffle.local.LocalShuffleService;
import io.github.foggara.testkit.disk.InMemoryIfThere;
import io.github.foggara.testkit.disk.SimulatedDisk;
import io.github.foggara.testkit.runtime.SimulatedProcess;
import io.github.foggara.testkit.runtime.SimulatedRuntime;
import io.github.foggara.testkit.runtime.SimulationFailure;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Functions throw, strategies change, the disk is slow, the container is killed at any of its steps and the disk keeps only what was forced:
 * the job finishes, with the output of a run that nothing disturbed. {@code -Dfoggara.seeds=} asks for more seeds than the build
 * explores, {@code -Dseed=} for one of them.
 */
class ShippedPluginsSimulationTest {
    private static final int SEEDS = Integer.getInteger("foggara.seeds", 100);
    private static final int MOST_TURNS = 600;
    private static final String JOB = "pipelines";

    @TempDir(factory = InMemoryIfThere.class)
    Path root;

    @Test
    void whateverHappensTheOutputIsThatOfAnUndisturbedRun() {
        AtomicInteger killed = new AtomicInteger();
        AtomicInteger failed = new AtomicInteger();
        SimulatedRuntime.exploreTogether(SEEDS, runtime -> {
            Story story = new Story(runtime, root.resolve("" + runtime.seed()), disk -> disk);
            try {
                story.tell();
            } finally {
                killed.addAndGet(story.containers - 1);
                failed.addAndGet(Ledger.of(runtime.seed()).failures());
                Ledger.end(runtime.seed());
            }
        });
        if (SEEDS >= 100) {
            assertThat(killed.get()).as("containers killed").isGreaterThan(SEEDS / 4);
            assertThat(failed.get()).as("functions that threw").isGreaterThan(SEEDS / 4);
        }
    }

    /** The simulation sees what it is there for: this store tells durable what it has not forced. */
    @Test
    void aStoreThatForcesNothingIsFoundOut() {
        assertThatExceptionOfType(SimulationFailure.class)
                .isThrownBy(() -> SimulatedRuntime.explore(1000, runtime -> {
                    Story story = new Story(
                            runtime,
                            root.resolve("forceless-" + runtime.seed()),
                            ShippedPluginsSimulationTest::forceless);
                    story.tell();
                }))
                .satisfies(failure -> assertThat(failure).hasStackTraceContaining("was opened twice"));
    }

    private static LogDisk forceless(LogDisk disk) {
        return (LogDisk) Proxy.newProxyInstance(
                LogDisk.class.getClassLoader(),
                new Class<?>[] {LogDisk.class},
                (proxy, method, arguments) -> method.getName().equals("force") ? null : call(disk, method, arguments));
    }

    private static Object call(LogDisk disk, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(disk, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** One seed, on the main thread of its simulation. */
    private static final class Story {
        private final SimulatedRuntime runtime;
        private final Path data;
        private final Random random;
        private final SimulatedDisk disk;
        private final UnaryOperator<LogDisk> flaw;
        private final SharedElection election = new SharedElection();
        private final Ledger ledger;
        private int containers;

        Story(SimulatedRuntime runtime, Path data, UnaryOperator<LogDisk> flaw) {
            this.flaw = flaw;
            this.runtime = runtime;
            this.data = data;
            this.random = new Random(runtime.seed());
            this.disk = new SimulatedDisk(runtime.seed(), runtime);
            this.ledger = Ledger.begin(runtime.seed(), 1 + random.nextInt(60), random.nextInt(4));
        }

        void tell() {
            if (random.nextBoolean()) {
                disk.delayUpTo(Duration.ofMillis(5));
            }
            for (int kills = random.nextInt(4); ; kills--) {
                SimulatedProcess container = runtime.process("container-" + ++containers);
                Kernel kernel = boot(container);
                if (kills == 0) {
                    end(kernel);
                    return;
                }
                disturb(kernel);
                container.kill();
                disk.crash();
            }
        }

        private Kernel boot(SimulatedProcess container) {
            Kernel kernel = new Kernel(
                    container, election, data, new OneProgram(JOB, new Pipelines()), ServiceLocator.none(), Map.of());
            kernel.plugins().register(ShuffleService.class, "local", "shuffle/1", 0, new LocalShuffleService());
            kernel.plugins()
                    .register(
                            JobEventStore.class,
                            "file",
                            "store/1",
                            0,
                            new FileJobEventStore(flaw.apply(disk.as(LogDisk.class))));
            kernel.plugins().register(FailoverStrategy.class, "region", "f/1", 0, new RegionFailoverStrategy());
            kernel.plugins().register(FailoverStrategy.class, "full", "f/1", 0, new FullFailoverStrategy());
            kernel.plugins()
                    .register(RestartBackoffStrategy.class, "fixed-delay", "b/1", 0, new FixedDelayBackoffStrategy());
            kernel.plugins()
                    .register(
                            RestartBackoffStrategy.class,
                            "exponential-delay",
                            "b/1",
                            0,
                            new ExponentialDelayBackoffStrategy());
            kernel.jobs().recover(name -> name.equals(JOB));
            configure(kernel);
            return kernel;
        }

        private void configure(Kernel kernel) {
            Map<String, String> options = new HashMap<>(Map.of(
                    "program", JOB,
                    "parallelism", "2",
                    "execution.runtime-mode", "BATCH",
                    "arg.seed", "" + runtime.seed(),
                    "restart-strategy.fixed-delay.attempts", "1000",
                    "restart-strategy.fixed-delay.delay", "20 ms",
                    "restart-strategy.exponential-delay.initial-backoff", "10 ms"));
            options.put("job-event.store.compaction.events", "" + (1 + new Random(~runtime.seed()).nextInt(8)));
            options.put("failover.strategy", random.nextBoolean() ? "region" : "full");
            options.put("restart-strategy.type", random.nextBoolean() ? "fixed-delay" : "exponential-delay");
            kernel.jobs().configure(JOB, options);
        }

        /** Lets so many steps go by, and time now and then; strategies change on the way. */
        private void disturb(Kernel kernel) {
            Parker parker = runtime.newParker();
            for (int turns = random.nextInt(MOST_TURNS); turns > 0; turns--) {
                runtime.yieldPoint();
                if (random.nextInt(100) == 0) {
                    parker.parkNanos(1 + random.nextInt(20_000_000));
                    configure(kernel);
                }
            }
        }

        private void end(Kernel kernel) {
            runtime.await(
                    "the end of the job",
                    () -> kernel.jobs()
                            .job(JOB)
                            .filter(job -> job.state().terminal())
                            .isPresent());
            JobInfo job = kernel.jobs().job(JOB).orElseThrow();
            assertThat(job.state()).as("%s", job.cause()).isEqualTo(JobStatus.FINISHED);
            assertThat(ledger.published()).isEqualTo(Pipelines.expected());
            assertThat(ledger.problems()).isEmpty();
            assertThat(job.incidents().size()).isLessThanOrEqualTo(ledger.failures());
        }
    }
}
