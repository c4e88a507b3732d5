package io.github.foggara.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.client.JobSubmission;
import io.github.foggara.api.client.VertexInfo;
import io.github.foggara.api.event.JobEventStore;
import io.github.foggara.api.function.Collector;
import io.github.foggara.api.job.JobParameters;
import io.github.foggara.api.shuffle.ShuffleService;
import io.github.foggara.kernel.fixture.FakePrograms;
import io.github.foggara.kernel.taskexecutor.ServiceLocator;
import io.github.foggara.streams.JobProgram;
import io.github.foggara.streams.StreamEnvironment;
import io.github.foggara.testkit.event.InMemoryJobEventStore;
import io.github.foggara.testkit.shuffle.InMemoryShuffleService;
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

/** A whole kernel with real tasks: program in, published output out. */
@Timeout(60)
class KernelTest {
    private static final Duration LIMIT = Duration.ofSeconds(50);
    private static final CountDownLatch HANGING = new CountDownLatch(1);

    private static volatile boolean hang = true;

    @TempDir
    Path data;

    private final FakePrograms programs = new FakePrograms();
    private final ShuffleService shuffle = new InMemoryShuffleService();
    private Kernel kernel;

    @BeforeEach
    void boot() {
        hang = true;
        programs.add("words", "1", new Words());
        programs.add("broken", "1", new Broken());
        programs.add("hanging", "1", new Hanging());
        kernel = new Kernel(data, programs, ServiceLocator.none(), Map.of());
    }

    @AfterEach
    void close() {
        hang = false;
        kernel.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7})
    void countsWords(int parallelism) throws Exception {
        shuffleComes();
        JobInfo job = run("words", Map.of("parallelism", "" + parallelism));
        assertThat(job.state()).as(job.cause().orElse("")).isEqualTo(JobStatus.FINISHED);
        assertThat(PublishingSink.PUBLISHED.get("words"))
                .containsExactly(
                        "KeyCount[key=a, count=300]", "KeyCount[key=b, count=200]", "KeyCount[key=c, count=100]");
        assertThat(job.report()).containsExactly("published 3");
        assertThat(job.vertices().get(job.vertices().size() - 1))
                .satisfies(v -> assertThat(v.finished()).isEqualTo(v.parallelism()));
        assertThat(job.vertices()).extracting(VertexInfo::recordsIn).contains(600L);
    }

    @Test
    void aUserErrorNamesItsPlace() throws Exception {
        shuffleComes();
        JobInfo job = run("broken", Map.of("parallelism", "2"));
        assertThat(job.state()).isEqualTo(JobStatus.FAILED);
        assertThat(job.cause().orElseThrow())
                .startsWith("Job 'broken' failed in vertex")
                .contains("subtask", "operator 'map'", "java.lang.IllegalStateException: no good: 7", "KernelTest");
        assertThat(PublishingSink.PUBLISHED).doesNotContainKey("broken");
        awaitNoLeases();
    }

    @Test
    void aJobSubmittedBeforeItsShuffleRunsWhenThatComes() throws Exception {
        kernel.jobs().submit(new JobSubmission("words", "words", Map.of(), Map.of()));
        shuffleComes();
        assertThat(kernel.jobs().awaitTermination("words", LIMIT).orElseThrow().state())
                .isEqualTo(JobStatus.FINISHED);
        assertThat(kernel.plugins().unregister(ShuffleService.class, "local", shuffle))
                .isTrue();
    }

    @Test
    void aTaskThatNeverReturnsDoesNotKeepTheJobFromBeingCancelled() throws Exception {
        shuffleComes();
        kernel.jobs()
                .submit(new JobSubmission(
                        "h",
                        "hanging",
                        Map.of("task.cancellation.interval", "50 ms", "task.cancellation.timeout", "300 ms"),
                        Map.of()));
        HANGING.await();
        kernel.jobs().cancel("h");
        assertThat(kernel.jobs().awaitTermination("h", LIMIT).orElseThrow().state())
                .isEqualTo(JobStatus.CANCELED);
        assertThat(kernel.jobs().health()).anyMatch(line -> line.contains("h"));
    }

    /** An exception is user code too: of a hostile one the job fails like of any other, and nothing is left. */
    @ParameterizedTest
    @ValueSource(strings = {"task", "coordinator", "noting"})
    void anExceptionThatCannotBeShownFailsTheJob(String place) throws Exception {
        shuffleComes();
        programs.add("hostile", "1", new Hostile(place));
        JobInfo job = run("hostile", Map.of("task.cancellation.timeout", "40 s"));
        assertThat(job.state()).isEqualTo(JobStatus.FAILED);
        assertThat(job.cause().orElseThrow()).contains(Unshowable.class.getName());
        assertThat(Hostile.MAIN).hasValue(0);
        awaitNoLeases();
    }

    private void shuffleComes() {
        kernel.plugins().register(ShuffleService.class, "local", "testkit/1", 0, shuffle);
        kernel.plugins().register(JobEventStore.class, "file", "testkit/1", 0, new InMemoryJobEventStore());
    }

    private JobInfo run(String program, Map<String, String> options) throws InterruptedException {
        kernel.jobs().submit(new JobSubmission(program, program, options, Map.of()));
        return kernel.jobs().awaitTermination(program, LIMIT).orElseThrow();
    }

    private static final class Words implements JobProgram {
        @Override
        public void define(StreamEnvironment env, JobParameters parameters) {
            env.fromSequence(1, 100)
                    .flatMap(Words::split)
                    .keyBy(Words::key)
                    .count()
                    .sinkTo(new PublishingSink("words"));
        }

        static void split(Long ignored, Collector<String> out) {
            for (String word : List.of("a", "b", "a", "c", "b", "a")) {
                out.collect(word);
            }
        }

        static String key(String word) {
            return word;
        }
    }

    private static final class Broken implements JobProgram {
        @Override
        public void define(StreamEnvironment env, JobParameters parameters) {
            env.fromSequence(1, 100).rebalance().map(Broken::check).sinkTo(new PublishingSink("broken"));
        }

        static String check(Long number) {
            if (number == 7) {
                throw new IllegalStateException("no good: " + number);
            }
            return "fine";
        }
    }

    private static final class Hanging implements JobProgram {
        @Override
        public void define(StreamEnvironment env, JobParameters parameters) {
            env.fromSequence(1, 100).map(Hanging::hang).sinkTo(new PublishingSink("hanging"));
        }

        static String hang(Long number) {
            HANGING.countDown();
            while (hang) {
                Thread.onSpinWait();
            }
            return "released";
        }
    }

    private record Hostile(String place) implements JobProgram {
        static final AtomicInteger MAIN = new AtomicInteger();

        @Override
        public void define(StreamEnvironment env, JobParameters parameters) {
            if (place.equals("coordinator")) {
                throw new Unshowable(false);
            }
            env.fromSequence(1, 100)
                    .rebalance()
                    .map(place.equals("task") ? Hostile::refuse : Hostile::complain)
                    .sinkTo(new PublishingSink("hostile"));
        }

        static String refuse(Long number) {
            throw new Unshowable(false);
        }

        static String complain(Long number) {
            throw new Unshowable(true);
        }
    }

    /** Says nothing, and notes if it is asked on a thread that runs no user code. */
    private static final class Unshowable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final boolean shown;

        Unshowable(boolean shown) {
            this.shown = shown;
        }

        @Override
        public String getMessage() {
            if (Thread.currentThread().getName().startsWith("foggara-main")) {
                Hostile.MAIN.set(1);
            }
            if (!shown) {
                throw new IllegalStateException("no message");
            }
            return "a message";
        }
    }

    /** The log of a run is deleted a moment after its end. */
    private void awaitNoLeases() {
        long limit = System.nanoTime() + LIMIT.toNanos();
        while (kernel.jobs().plugins().stream().anyMatch(p -> p.leases() > 0)) {
            assertThat(System.nanoTime()).as("%s", kernel.jobs().plugins()).isLessThan(limit);
            Thread.onSpinWait();
        }
    }
}
