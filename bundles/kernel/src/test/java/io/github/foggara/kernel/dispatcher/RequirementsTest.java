package io.github.foggara.kernel.dispatcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.graph.OperatorSpec.OperatorRef;
import io.github.foggara.api.graph.OperatorSpec.SinkSpec;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.plugin.Option;
import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.api.plugin.OptionType;
import io.github.foggara.api.plugin.TakesEffect;
import io.github.foggara.api.task.Operator;
import io.github.foggara.api.task.OperatorProvider;
import io.github.foggara.kernel.fixture.Graphs;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a job needs to begin, to go on and to let go. */
@Timeout(60)
class RequirementsTest {
    private static final OperatorProvider PROVIDER = reference -> {
        throw new UnsupportedOperationException("no task runs here");
    };

    @TempDir
    Path data;

    private Container container;

    @BeforeEach
    void boot() {
        container = new Container(data);
    }

    @AfterEach
    void close() {
        container.close();
    }

    @Test
    void aJobWaitsForThePluginOfItsOperatorAlsoWhenThatLeaves() throws Exception {
        container.bench.programs.add(
                "p",
                "1",
                parameters -> Graphs.graph()
                        .source("source", 0)
                        .node("sorted", new OperatorRef("sorter", "sort", Map.of(), List.of()), 0)
                        .forward("source", "sorted")
                        .build());
        container.configure();
        assertThat(container.await(JobStatus.SUSPENDED).cause().orElseThrow())
                .contains("Waits for the plugin 'sorter'", "foggara.plugin=sorter");
        assertThat(container.bench.executor.deployed).isEmpty();
        container.bench.plugins.register(OperatorProvider.class, "sorter", "sorter/1", 0, PROVIDER);
        container.bench.executor.take();
        container.await(JobStatus.RUNNING);
        container.bench.plugins.unregister(OperatorProvider.class, "sorter", PROVIDER);
        assertThat(container.await(JobStatus.SUSPENDED).cause().orElseThrow()).contains("plugin 'sorter'");
        container.bench.plugins.register(OperatorProvider.class, "sorter", "sorter/2", 0, PROVIDER);
        container.bench.executor.take();
        container.await(JobStatus.RUNNING);
    }

    /** A provider whose operators need that much. */
    private static OperatorProvider needing(long bytes) {
        return new OperatorProvider() {
            @Override
            public Operator<?, ?> create(OperatorRef reference) {
                throw new UnsupportedOperationException("no task runs here");
            }

            @Override
            public long minimumMemory(OperatorRef reference, Configuration configuration) {
                if (!reference.functions().isEmpty()) {
                    throw new IllegalArgumentException("functions are for tasks");
                }
                return reference.name().equals("sort") ? bytes : 0;
            }
        };
    }

    private void inOneTask() {
        container.bench.programs.add(
                "p",
                "1",
                parameters -> Graphs.graph()
                        .source("source", 0)
                        .node("sorted", new OperatorRef("sorter", "sort", Map.of(), List.of()), 0)
                        .forward("source", "sorted")
                        .build());
    }

    private void sorting() {
        container.bench.programs.add(
                "p",
                "1",
                parameters -> Graphs.graph()
                        .source("source", 0)
                        .node("sorted", new OperatorRef("sorter", "sort", Map.of(), List.of("a function")), 3)
                        .forward("source", "sorted")
                        .node("other", new OperatorRef("sorter", "count", Map.of(), List.of()), 3)
                        .forward("source", "other")
                        .build());
        container.dispatcher.configure("c", Map.of("program", "p", "parallelism", "3"));
    }

    @Test
    void aJobThatNeedsMoreMemoryThanThereIsIsRefusedWithTheNumbers() throws Exception {
        container.bench.memory.resize(0);
        container.bench.plugins.register(OperatorProvider.class, "sorter", "sorter/1", 0, needing(1 << 20));
        sorting();
        assertThat(container.await(JobStatus.FAILED).cause().orElseThrow())
                .contains("needs at least 3 mb of bulk memory ('sorted' 3 times 1 mb), and the container has 0 bytes")
                .contains("taskmanager.memory.managed.size");
        assertThat(container.bench.executor.deployed).isEmpty();
        assertThat(container.bench.plugins.plugins())
                .filteredOn(plugin -> plugin.type().equals("OperatorProvider"))
                .allMatch(plugin -> plugin.leases() == 0)
                .hasSize(1);
    }

    @Test
    void anOptionOfAPluginThatIsAwayWaitsWithIt() throws Exception {
        OptionSet options = new OptionSet(
                "sorter",
                List.of(new Option<>(
                        "sorter.runs", OptionType.INTEGER, 2, "", i -> i > 1, TakesEffect.RESTART, "How many.")));
        inOneTask();
        container.dispatcher.configure("c", Map.of("program", "p", "sorter.runs", "1"));
        assertThat(container.await(JobStatus.SUSPENDED).cause().orElseThrow()).contains("plugin 'sorter'");
        container.bench.plugins.register(OptionSet.class, "sorter", "sorter/1", 0, options);
        container.bench.plugins.register(OperatorProvider.class, "sorter", "sorter/1", 0, PROVIDER);
        assertThat(container.await(JobStatus.FAILED).cause().orElseThrow()).contains("sorter.runs must be");
        container.dispatcher.configure("c", Map.of("program", "p", "sorter.runs", "2"));
        container.bench.executor.take();
        container.await(JobStatus.RUNNING);
        container.dispatcher.configure("c", Map.of("program", "p", "sorter.runs", "2", "unlike.any", "2"));
        assertThat(container
                        .await(info -> info.configurationError().isPresent())
                        .state())
                .isEqualTo(JobStatus.RUNNING);
    }

    @Test
    void anOptionThatNobodyKnowsEndsTheJobWhenItIsPlanned() throws Exception {
        container.bench.plugins.register(OperatorProvider.class, "sorter", "sorter/1", 0, PROVIDER);
        inOneTask();
        container.dispatcher.configure("c", Map.of("program", "p", "unlike.any", "2"));
        assertThat(container.await(JobStatus.FAILED).cause().orElseThrow()).contains("no option 'unlike.any'");
    }

    /** FAILED would delete its checkpoints. */
    @Test
    void aRunThatHasBegunWaitsForMemoryThatIsTooSmallNow() throws Exception {
        container.bench.memory.resize(100);
        OperatorProvider provider = needing(100);
        container.bench.plugins.register(OperatorProvider.class, "sorter", "sorter/1", 0, provider);
        inOneTask();
        container.dispatcher.configure("c", Map.of("program", "p"));
        container.bench.executor.take();
        container.await(JobStatus.RUNNING);
        container.bench.plugins.unregister(OperatorProvider.class, "sorter", provider);
        container.await(JobStatus.SUSPENDED);
        container.bench.memory.resize(99);
        container.bench.plugins.register(OperatorProvider.class, "sorter", "sorter/2", 0, provider);
        assertThat(container
                        .await(info -> info.cause().orElse("").contains("needs at least 100 bytes"))
                        .state())
                .isEqualTo(JobStatus.SUSPENDED);
        container.bench.memory.resize(100);
        Duration retry = Duration.ofSeconds(10);
        container.bench.runtime.awaitExactly(retry);
        container.bench.runtime.advance(retry);
        container.bench.executor.take();
        container.await(JobStatus.RUNNING);
    }

    @Test
    void aTaskMayHoldItsPartOfTheMemoryThatOthersLeave() throws Exception {
        container.bench.memory.resize(1_000);
        container.bench.memory.reserve(new JobId(1, 1), "another job", 0, 200);
        container.bench.plugins.register(OperatorProvider.class, "sorter", "sorter/1", 0, needing(100));
        sorting();
        assertThat(container.bench.executor.take().memory()).isEqualTo(Map.of("sorted", 200L));
    }

    @Test
    void aTaskMayHoldWhatItNeedsIfThereIsNoMore() throws Exception {
        container.bench.memory.resize(300);
        container.bench.plugins.register(OperatorProvider.class, "sorter", "sorter/1", 0, needing(100));
        sorting();
        assertThat(container.bench.executor.take().memory()).isEqualTo(Map.of("sorted", 100L));
    }

    @Test
    void aPluginThatDoesNotTakeItsOperatorEndsTheJob() throws Exception {
        container.bench.plugins.register(OperatorProvider.class, "sorter", "sorter/1", 0, new OperatorProvider() {
            @Override
            public Operator<?, ?> create(OperatorRef reference) {
                throw new UnsupportedOperationException("no task runs here");
            }

            @Override
            public long minimumMemory(OperatorRef reference, Configuration configuration) {
                throw new IllegalArgumentException("there is no operator '" + reference.name() + "'");
            }
        });
        sorting();
        assertThat(container.await(JobStatus.FAILED).cause().orElseThrow())
                .contains("The plugin 'sorter' does not take its operator 'sorted': there is no operator 'sort'");
    }

    @Test
    void twoSinksOnOnePlaceAreRefusedBeforeAnythingIsOpened() throws Exception {
        container.bench.sink.clash = Optional.of("the directory '/out'");
        container.bench.programs.add(
                "p",
                "1",
                parameters -> Graphs.graph()
                        .source("source", 0)
                        .node("counts", new SinkSpec(container.bench.sink), 0)
                        .node("totals", new SinkSpec(container.bench.sink), 0)
                        .forward("source", "counts")
                        .forward("source", "totals")
                        .build());
        container.configure();
        assertThat(container.await(JobStatus.FAILED).cause().orElseThrow())
                .contains("The sinks 'counts' and 'totals' of job 'c' would both publish to the directory '/out'");
        assertThat(container.bench.sink.calls).isEmpty();
        assertThat(container.bench.executor.deployed).isEmpty();
    }

    @Test
    void anExecutorThatDoesNotLetGoIsGivenUp() throws Exception {
        container.bench.executor.confirmRelease = false;
        container.configure();
        container.deployed();
        container.await(JobStatus.RUNNING);
        container.dispatcher.cancel("c");
        container.bench.executor.released.take();
        // The timer of the release is set on the main thread, at some moment after the call above.
        while (container.dispatcher.job("c").orElseThrow().state() != JobStatus.CANCELED) {
            container.bench.runtime.advance(Duration.ofMinutes(1));
            Thread.onSpinWait();
        }
        assertThat(container.dispatcher.health()).anyMatch(line -> line.contains("does not let go of job 'c'"));
        container.bench.executor.master.released();
        // The log of the run is removed after the job has ended, by a thread that leases the store for it.
        while (container.bench.plugins.plugins().stream().anyMatch(plugin -> plugin.leases() != 0)) {
            Thread.onSpinWait();
        }
    }
}
