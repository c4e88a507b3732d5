package io.github.foggara.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.FailureInfo;
import io.github.foggara.api.client.IncidentInfo;
import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.client.JobSubmission;
import io.github.foggara.api.event.JobEventStore;
import io.github.foggara.api.failover.RestartBackoffStrategy;
import io.github.foggara.api.function.MapFunction;
import io.github.foggara.api.function.RuntimeContext;
import io.github.foggara.api.job.CommitterContext;
import io.github.foggara.api.job.Sink;
import io.github.foggara.api.job.SinkCommitter;
import io.github.foggara.api.job.SinkContext;
import io.github.foggara.api.job.SinkWriter;
import io.github.foggara.api.shuffle.ShuffleService;
import io.github.foggara.kernel.fixture.FakePrograms;
import io.github.foggara.kernel.fixture.RuntimeAround;
import io.github.foggara.kernel.fixture.TestStrategies;
import io.github.foggara.kernel.taskexecutor.ServiceLocator;
import io.github.foggara.streams.JobProgram;
import io.github.foggara.testkit.event.InMemoryJobEventStore;
import io.github.foggara.testkit.shuffle.InMemoryShuffleService;
import java.lang.reflect.UndeclaredThrowableException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever goes wrong while something goes wrong already, a job reaches a final state and lets go of everything. */
@Timeout(60)
class DamageTest {
    private static final Duration LIMIT = Duration.ofSeconds(50);
    private static final String JOB = "damaged";
    private static final Map<String, String> IMPATIENT =
            Map.of("task.cancellation.interval", "20 ms", "task.cancellation.timeout", "300 ms");
    private static final Map<String, String> RESTARTING = Map.of("restart-strategy.type", "fixed-delay");
    private static final int RESTARTS = 2;

    private static volatile CountDownLatch opening;
    private static volatile boolean hang;

    @TempDir
    Path data;

    private final FakePrograms programs = new FakePrograms();
    private final AtomicInteger refusals = new AtomicInteger();
    private volatile String refused = "";
    private final RuntimeAround runtime = new RuntimeAround() {
        @Override
        public Thread newThread(String name, ClassLoader loader, Runnable body) {
            boolean refuses = !refused.isEmpty() && name.startsWith(refused) && refusals.getAndDecrement() > 0;
            return refuses ? new Unstartable() : super.newThread(name, loader, body);
        }
    };
    private Kernel kernel;

    private static final class Unstartable extends Thread {
        @Override
        public synchronized void start() {
            throw new OutOfMemoryError("unable to create native thread: possibly out of memory");
        }
    }

    @BeforeEach
    void boot() {
        opening = new CountDownLatch(1);
        hang = true;
        PublishingSink.PUBLISHED.remove(JOB);
        kernel = new Kernel(runtime, data, programs, ServiceLocator.none(), Map.of());
        kernel.plugins().register(ShuffleService.class, "local", "testkit/1", 0, new InMemoryShuffleService());
        kernel.plugins().register(JobEventStore.class, "file", "testkit/1", 0, new InMemoryJobEventStore());
        kernel.plugins()
                .register(
                        RestartBackoffStrategy.class,
                        "fixed-delay",
                        "testkit/1",
                        0,
                        TestStrategies.fixedDelay(RESTARTS, Duration.ofMillis(1)));
    }

    @AfterEach
    void close() {
        hang = false;
        kernel.close();
        runtime.close();
    }

    @Test
    void cancelWhileATaskHangsInOpen() throws Exception {
        submit(
                (env, parameters) ->
                        env.fromSequence(1, 9).map(new HangsInOpen()).sinkTo(sink()),
                IMPATIENT);
        opening.await();
        assertThat(kernel.jobs().job(JOB).orElseThrow().vertices())
                .as("still deploying")
                .allMatch(vertex -> vertex.running() == 0);
        kernel.jobs().cancel(JOB);
        assertThat(end().state()).isEqualTo(JobStatus.CANCELED);
        assertThat(PublishingSink.PUBLISHED).doesNotContainKey(JOB);
        awaitNoLeases();
    }

    /** The failure is told, not what went wrong after it. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aFailureWhoseCleaningUpFails(int parallelism) throws Exception {
        Map<String, String> options = Map.of("parallelism", "" + parallelism, "restart-strategy.type", "fixed-delay");
        submit(
                (env, parameters) -> env.fromSequence(1, 9)
                        .rebalance()
                        .map(new BreaksTwice())
                        .sinkTo(new Spiteful()),
                options);
        JobInfo failed = end();
        assertThat(failed.state()).isEqualTo(JobStatus.FAILED);
        assertThat(failed.cause().orElseThrow())
                .startsWith("Job 'damaged' failed in vertex")
                .contains("java.lang.IllegalStateException: in map", "gave up after 2 restarts");
        assertThat(failed.incidents()).hasSize(RESTARTS + 1);
        awaitNoLeases();
    }

    @ParameterizedTest
    @ValueSource(strings = {"map", "open", "define", "commit"})
    void anExceptionWithoutCauseAndMessage(String place) throws Exception {
        submit(
                (env, parameters) -> {
                    throwAt("define", place);
                    env.fromSequence(1, 9).map(new Mute(place)).sinkTo(new MuteSink(place));
                },
                RESTARTING);
        JobInfo failed = end();
        assertThat(failed.state()).isEqualTo(JobStatus.FAILED);
        assertThat(failed.cause().orElseThrow()).contains("java.lang.reflect.UndeclaredThrowableException");
        awaitNoLeases();
    }

    @ParameterizedTest
    @ValueSource(strings = {"damaged/", "foggara-main-"})
    void aThreadThatCannotBeStartedNow(String name) throws Exception {
        refused = name;
        refusals.set(1);
        submit((env, parameters) -> env.fromSequence(1, 3).map(DamageTest::text).sinkTo(sink()), RESTARTING);
        JobInfo finished = end();
        assertThat(finished.state()).as(finished.cause().orElse("")).isEqualTo(JobStatus.FINISHED);
        assertThat(PublishingSink.PUBLISHED.get(JOB)).containsExactly("1", "2", "3");
        awaitNoLeases();
    }

    @ParameterizedTest
    @ValueSource(strings = {"damaged/", "foggara-coord-", "foggara-define-", "foggara-main-"})
    void aThreadThatCanNeverBeStarted(String name) throws Exception {
        refused = name;
        refusals.set(Integer.MAX_VALUE);
        submit((env, parameters) -> env.fromSequence(1, 3).map(DamageTest::text).sinkTo(sink()), RESTARTING);
        JobInfo failed = end();
        assertThat(failed.state()).isEqualTo(JobStatus.FAILED);
        assertThat(failed.cause().orElseThrow()).contains("unable to create native thread");
        assertThat(failed.incidents())
                .flatExtracting(IncidentInfo::failures)
                .extracting(FailureInfo::kind)
                .allMatch(kind -> !kind.equals("user code"));
        awaitNoLeases();
        refused = "";
        programs.add("other", "1", (JobProgram) (env, parameters) ->
                env.fromSequence(1, 3).map(DamageTest::text).sinkTo(sink()));
        kernel.jobs().submit(new JobSubmission("other", "other", Map.of(), Map.of()));
        assertThat(kernel.jobs().awaitTermination("other", LIMIT).orElseThrow().state())
                .as("the container goes on")
                .isEqualTo(JobStatus.FINISHED);
    }

    private static String text(Long number) {
        return number.toString();
    }

    private static PublishingSink sink() {
        return new PublishingSink(JOB);
    }

    private void submit(JobProgram program, Map<String, String> options) {
        programs.add(JOB, "1", program);
        kernel.jobs().submit(new JobSubmission(JOB, JOB, options, Map.of()));
    }

    private JobInfo end() throws InterruptedException {
        JobInfo job = kernel.jobs().awaitTermination(JOB, LIMIT).orElseThrow();
        assertThat(job.state().terminal()).as("%s", job).isTrue();
        return job;
    }

    /** The log of a run is deleted a moment after its end. */
    private void awaitNoLeases() {
        long limit = System.nanoTime() + LIMIT.toNanos();
        while (kernel.jobs().plugins().stream().anyMatch(plugin -> plugin.leases() > 0)) {
            assertThat(System.nanoTime()).as("%s", kernel.jobs().plugins()).isLessThan(limit);
            Thread.onSpinWait();
        }
    }

    private static void throwAt(String here, String place) {
        if (here.equals(place)) {
            throw new UndeclaredThrowableException(null);
        }
    }

    private static final class HangsInOpen implements MapFunction<Long, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void open(RuntimeContext context) {
            opening.countDown();
            while (hang) {
                Thread.onSpinWait();
            }
        }

        @Override
        public String map(Long number) {
            return "" + number;
        }
    }

    private static final class BreaksTwice implements MapFunction<Long, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public String map(Long number) {
            throw new IllegalStateException("in map");
        }

        @Override
        public void close() {
            throw new IllegalStateException("in close of the function");
        }
    }

    private record Mute(String place) implements MapFunction<Long, String> {
        @Override
        public void open(RuntimeContext context) {
            throwAt("open", place);
        }

        @Override
        public String map(Long number) {
            throwAt("map", place);
            return "" + number;
        }
    }

    private record MuteSink(String place) implements Sink<Object> {
        @Override
        public SinkWriter<Object> createWriter(SinkContext context) {
            return sink().createWriter(context);
        }

        @Override
        public SinkCommitter createCommitter(CommitterContext context) {
            SinkCommitter publishing = sink().createCommitter(context);
            return new SinkCommitter() {
                @Override
                public void open() throws Exception {
                    publishing.open();
                }

                @Override
                public void commit(List<byte[]> committables) {
                    throwAt("commit", place);
                }

                @Override
                public void abort() throws Exception {
                    publishing.abort();
                }
            };
        }
    }

    /** Nothing of it can be let go of without an exception. */
    private record Spiteful() implements Sink<Object> {
        @Override
        public SinkWriter<Object> createWriter(SinkContext context) {
            return new SinkWriter<>() {
                @Override
                public void open() {}

                @Override
                public void write(Object record) {}

                @Override
                public List<byte[]> finish() {
                    return List.of();
                }

                @Override
                public void close() {
                    throw new IllegalStateException("in close of the writer");
                }
            };
        }

        @Override
        public SinkCommitter createCommitter(CommitterContext context) {
            return new SinkCommitter() {
                @Override
                public void open() {}

                @Override
                public void commit(List<byte[]> committables) {}

                @Override
                public void abort() {
                    throw new IllegalStateException("in abort");
                }
            };
        }
    }
}
