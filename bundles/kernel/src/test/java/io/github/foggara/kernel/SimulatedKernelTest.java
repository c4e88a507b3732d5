package io.github.foggara.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.client.JobSubmission;
import io.github.foggara.api.event.JobEventStore;
import io.github.foggara.api.function.Collector;
import io.github.foggara.api.job.JobParameters;
import io.github.foggara.api.shuffle.ShuffleService;
import io.github.foggara.kernel.fixture.FakePrograms;
import io.github.foggara.kernel.taskexecutor.ServiceLocator;
import io.github.foggara.streams.JobProgram;
import io.github.foggara.streams.StreamEnvironment;
import io.github.foggara.testkit.disk.InMemoryIfThere;
import io.github.foggara.testkit.event.InMemoryJobEventStore;
import io.github.foggara.testkit.runtime.SimulatedRuntime;
import io.github.foggara.testkit.shuffle.InMemoryShuffleService;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The whole kernel, from a submission to published output, on one seeded schedule. A schedule on which nothing moves is ended by
 * the simulation; so there is no limit for all seeds together, and {@code -Dfoggara.seeds=} may ask for any number of them.
 */
class SimulatedKernelTest {
    private static final int SEEDS = Integer.getInteger("foggara.seeds", 300);

    @TempDir(factory = InMemoryIfThere.class)
    Path data;

    @Test
    void everyScheduleEndsWithTheSameOutput() {
        SimulatedRuntime.exploreTogether(SEEDS, this::countWords);
    }

    private void countWords(SimulatedRuntime runtime) {
        String output = "simulated-" + runtime.seed();
        FakePrograms programs = new FakePrograms();
        programs.add("words", "1", new Words(output));
        Kernel kernel =
                new Kernel(runtime, data.resolve("" + runtime.seed()), programs, ServiceLocator.none(), Map.of());
        kernel.plugins().register(ShuffleService.class, "local", "testkit/1", 0, new InMemoryShuffleService());
        kernel.plugins().register(JobEventStore.class, "file", "testkit/1", 0, new InMemoryJobEventStore());
        kernel.jobs().submit(new JobSubmission("words", "words", options(runtime.seed()), Map.of()));
        runtime.await(
                "the end of the job",
                () -> kernel.jobs().job("words").orElseThrow().state().terminal());
        assertThat(kernel.jobs().job("words").orElseThrow().state()).isEqualTo(JobStatus.FINISHED);
        assertThat(PublishingSink.PUBLISHED.remove(output))
                .containsExactly("KeyCount[key=a, count=40]", "KeyCount[key=b, count=20]");
    }

    /** The log is compacted at this event or that. */
    private static Map<String, String> options(long seed) {
        return Map.of("parallelism", "2", "job-event.store.compaction.events", "" + (1 + seed % 7));
    }

    private record Words(String output) implements JobProgram {
        @Override
        public void define(StreamEnvironment env, JobParameters parameters) {
            env.fromSequence(1, 20)
                    .flatMap(Words::split)
                    .keyBy(Words::key)
                    .count()
                    .sinkTo(new PublishingSink(output));
        }

        static void split(Long ignored, Collector<String> out) {
            out.collect("a");
            out.collect("b");
            out.collect("a");
        }

        static String key(String word) {
            return word;
        }
    }
}
