package io.github.foggara.kernel.dispatcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.kernel.fixture.FakeExecutor;
import io.github.foggara.kernel.gateway.TaskDeployment;
import io.github.foggara.kernel.gateway.TaskReport;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Options for jobs that do not set them change while jobs run. */
@Timeout(60)
class DefaultsTest {
    @TempDir
    Path data;

    private Container container;

    @BeforeEach
    void boot() {
        container = new Container(data);
        container.dispatcher.configure("c", Map.of("program", "p"));
    }

    @AfterEach
    void close() {
        container.close();
    }

    @Test
    void oneOfAPluginThatIsNotThereIsLeftAside(@TempDir Path other) throws Exception {
        try (Container second = new Container(other, Map.of("sorter.memory", "1 mb"))) {
            second.dispatcher.configure("c", Map.of("program", "p"));
            second.deployed();
            second.await(JobStatus.RUNNING);
            second.dispatcher.defaults(Map.of("sorter.memory", "2 mb"));
            second.settle();
            assertThat(second.await(JobStatus.RUNNING).cause()).isEmpty();
        }
    }

    @Test
    void oneThatNeedsARestartBringsTheRunDownAndUpAgain() throws Exception {
        List<TaskDeployment> first = container.deployed();
        JobInfo before = container.await(JobStatus.RUNNING);
        container.dispatcher.defaults(Map.of("pipeline.object-reuse", "true"));
        List<TaskDeployment> second = container.deployed();
        assertThat(second)
                .allMatch(task -> task.configuration()
                        .values()
                        .get("pipeline.object-reuse")
                        .equals("true"));
        assertThat(second.get(0).attempt().attempt())
                .isGreaterThan(first.get(0).attempt().attempt());
        container.finish(second);
        assertThat(container.await(JobStatus.FINISHED).id()).isEqualTo(before.id());
    }

    @Test
    void oneThatNeedsNoneLeavesTheTasksAlone() throws Exception {
        List<TaskDeployment> tasks = container.deployed();
        container.await(JobStatus.RUNNING);
        container.dispatcher.defaults(Map.of("failover.strategy", "full", "job.removal-grace", "1 s"));
        container.settle();
        container.finish(tasks);
        container.await(JobStatus.FINISHED);
        assertThat(container.bench.executor.cancelled).isEmpty();
        assertThat(container.bench.executor.deployed).isEmpty();
    }

    @Test
    void aCancelWhileTheRunIsBroughtDownIsNotLost() throws Exception {
        container.bench.executor.confirmCancel = false;
        List<TaskDeployment> tasks = container.deployed();
        container.await(JobStatus.RUNNING);
        container.dispatcher.defaults(Map.of("pipeline.object-reuse", "true"));
        for (int i = 0; i < tasks.size(); i++) {
            FakeExecutor.take(container.bench.executor.cancelled);
        }
        container.dispatcher.cancel("c");
        container.settle();
        tasks.forEach(task -> container.bench.executor.master.report(task.attempt(), new TaskReport.Canceled()));
        assertThat(container.await(JobStatus.CANCELED).cause().orElseThrow()).contains("other defaults");
        assertThat(container.bench.executor.deployed).isEmpty();
    }

    @Test
    void aBadValueLeavesTheFormerOnesInForceAndIsTold() throws Exception {
        List<TaskDeployment> tasks = container.deployed();
        container.dispatcher.defaults(Map.of("parallelism", "none"));
        container.settle();
        assertThat(container.dispatcher.health())
                .anyMatch(line -> line.contains("defaults for all jobs are refused") && line.contains("'none'"));
        container.dispatcher.defaults(Map.of());
        container.settle();
        assertThat(container.dispatcher.health()).noneMatch(line -> line.contains("defaults"));
        container.finish(tasks);
        container.await(JobStatus.FINISHED);
        assertThat(container.bench.executor.cancelled).isEmpty();
    }
}
