package io.github.foggara.kernel.dispatcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.graph.OperatorSpec.OperatorRef;
import io.github.foggara.api.graph.OperatorSpec.SinkSpec;
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
        assertThat(container.bench.plugins.plugins()).allMatch(plugin -> plugin.leases() == 0);
    }
}
