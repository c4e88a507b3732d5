package io.github.foggara.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.client.JobSubmission;
import io.github.foggara.api.event.JobEventStore;
import io.github.foggara.api.function.MapFunction;
import io.github.foggara.api.function.RuntimeContext;
import io.github.foggara.api.job.JobParameters;
import io.github.foggara.api.shuffle.ShuffleService;
import io.github.foggara.kernel.fixture.FakePrograms;
import io.github.foggara.kernel.fixture.FakeServices;
import io.github.foggara.streams.JobProgram;
import io.github.foggara.streams.StreamEnvironment;
import io.github.foggara.testkit.event.InMemoryJobEventStore;
import io.github.foggara.testkit.shuffle.InMemoryShuffleService;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A service that user code holds leaves, is missing, and comes back. */
@Timeout(60)
class ServiceWayTest {
    private static final Duration LIMIT = Duration.ofSeconds(50);
    private static final String FILTER = "(word=1)";
    private static final Map<String, String> OPTIONS =
            Map.of("parallelism", "2", "task.cancellation.interval", "20 ms");

    private static CountDownLatch using;
    private static CountDownLatch gate;
    private static final AtomicInteger USERS = new AtomicInteger();

    @TempDir
    Path data;

    private final FakePrograms programs = new FakePrograms();
    private final FakeServices services = new FakeServices();
    private Kernel kernel;

    @BeforeEach
    void boot() {
        using = new CountDownLatch(2);
        gate = new CountDownLatch(1);
        PublishingSink.PUBLISHED.remove("greet");
        programs.add("greet", "1", (JobProgram) ServiceWayTest::define);
        kernel = new Kernel(data, programs, services, Map.of());
        services.holders = kernel.serviceHolders();
        kernel.plugins().register(ShuffleService.class, "local", "testkit/1", 0, new InMemoryShuffleService());
        kernel.plugins().register(JobEventStore.class, "file", "testkit/1", 0, new InMemoryJobEventStore());
    }

    @AfterEach
    void close() {
        kernel.close();
    }

    @Test
    void aServiceThatLeavesSuspendsTheJobUntilOneIsBack() throws Exception {
        services.add(Supplier.class, FILTER, (Supplier<String>) () -> "old");
        submit();
        assertThat(using.await(20, TimeUnit.SECONDS)).isTrue();

        assertThat(services.remove(Supplier.class, FILTER))
                .as("leases came back")
                .isTrue();

        assertThat(USERS).hasValue(0);
        JobInfo suspended = await(job -> job.state() == JobStatus.SUSPENDED);
        assertThat(suspended.cause().orElseThrow())
                .isEqualTo(
                        "The service java.util.function.Supplier with the filter (word=1) of words/1.0 has left while the"
                                + " job used it; waits for a service that matches");
        gate.countDown();
        services.add(Supplier.class, FILTER, (Supplier<String>) () -> "new");
        assertFinishedWith("new");
    }

    @Test
    void aServiceThatIsMissingIsWaitedFor() throws Exception {
        gate.countDown();
        submit();

        JobInfo suspended = await(job -> job.state() == JobStatus.SUSPENDED);

        assertThat(suspended.cause().orElseThrow())
                .startsWith(
                        "Waits for the service java.util.function.Supplier with the filter (word=1): operator 'map'");
        services.add(Supplier.class, "(word=2)", (Supplier<String>) () -> "other");
        services.add(Supplier.class, FILTER, (Supplier<String>) () -> "late");
        assertFinishedWith("late");
    }

    @Test
    void cancelEndsAJobThatWaitsForAService() throws Exception {
        submit();
        await(job -> job.state() == JobStatus.SUSPENDED);
        kernel.jobs().cancel("greet");
        assertThat(kernel.jobs().awaitTermination("greet", LIMIT).orElseThrow().state())
                .isEqualTo(JobStatus.CANCELED);
    }

    private void submit() {
        kernel.jobs().submit(new JobSubmission("greet", "greet", OPTIONS, Map.of()));
    }

    private void assertFinishedWith(String word) throws InterruptedException {
        JobInfo finished = kernel.jobs().awaitTermination("greet", LIMIT).orElseThrow();
        assertThat(finished.state()).as(finished.cause().orElse("")).isEqualTo(JobStatus.FINISHED);
        assertThat(PublishingSink.PUBLISHED.get("greet"))
                .isEqualTo(List.of("1 " + word, "2 " + word, "3 " + word, "4 " + word));
    }

    /** The state that a listener sees; a job that fails on its way fails the test. */
    private JobInfo await(Predicate<JobInfo> wanted) throws InterruptedException {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (System.nanoTime() < deadline) {
            JobInfo job = kernel.jobs().job("greet").orElseThrow();
            assertThat(job.state()).as(job.cause().orElse("")).isNotIn(JobStatus.FAILING, JobStatus.FAILED);
            if (wanted.test(job)) {
                return job;
            }
            Thread.onSpinWait();
        }
        throw new AssertionError("not reached: " + kernel.jobs().job("greet"));
    }

    private static void define(StreamEnvironment env, JobParameters parameters) {
        env.fromSequence(1, 4).rebalance().map(new Greet()).rebalance().sinkTo(new PublishingSink("greet"));
    }

    private static final class Greet implements MapFunction<Long, String> {
        private static final long serialVersionUID = 1L;
        private transient Supplier<?> word;

        @Override
        public void open(RuntimeContext context) {
            word = context.service(Supplier.class, FILTER);
            USERS.incrementAndGet();
            using.countDown();
        }

        @Override
        public String map(Long number) throws InterruptedException {
            gate.await();
            return number + " " + word.get();
        }

        @Override
        public void close() {
            if (word != null) {
                USERS.decrementAndGet();
            }
        }
    }
}
