package io.github.foggara.kernel.taskexecutor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorSpec.SinkSpec;
import io.github.foggara.api.graph.OperatorSpec.SourceSpec;
import io.github.foggara.api.graph.RuntimeMode;
import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.program.ProgramId;
import io.github.foggara.kernel.runtime.JvmRuntime;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeploymentFailureTest {
    private final JvmRuntime runtime = new JvmRuntime();

    @AfterEach
    void closeRuntime() {
        runtime.close();
    }

    private static JobGraph graph() {
        return Pipeline.from("numbers", 1, new SourceSpec(new NumberSource(3, 1)))
                .then("out", new SinkSpec(new CollectSink(new ConcurrentLinkedQueue<>())))
                .build();
    }

    private TaskReport.Failed failed(TaskHarness harness) throws Exception {
        harness.await();
        return (TaskReport.Failed) harness.outcome(0, 0);
    }

    @Test
    void anUnknownProgramIsReported() throws Exception {
        try (TaskHarness harness = new TaskHarness(runtime, DeploymentFailureTest::graph)) {
            harness.plan = Plan.of(graph());
            ProgramId other = new ProgramId("test", "test 1", "11");
            harness.executor.deploy(
                    harness.plan.deployment(0, 0, 1, other, RuntimeMode.BATCH, Configuration.EMPTY), harness);
            TaskReport.Failed failed = failed(harness);
            assertThat(failed.trace()).contains("is not installed here, or not any more", "Deploy the same jar");
            assertThat(failed.kind()).isEqualTo(FailureClass.ENVIRONMENT);
            harness.release();
        }
    }

    @Test
    void aMissingShuffleServiceIsReported() throws Exception {
        try (TaskHarness harness = new TaskHarness(runtime, DeploymentFailureTest::graph)) {
            harness.plugins.clear();
            harness.deploy();
            assertThat(failed(harness).trace()).contains("no shuffle service 'queue'");
            harness.release();
        }
    }

    @Test
    void aProgramThatRefusesOnTheTaskThreadIsBlamed() throws Exception {
        Thread test = Thread.currentThread();
        try (TaskHarness harness = new TaskHarness(runtime, () -> {
            if (Thread.currentThread() != test) {
                throw new JobDefinitionException("not today");
            }
            return graph();
        })) {
            harness.deploy();
            TaskReport.Failed failed = failed(harness);
            assertThat(failed.trace()).startsWith(JobDefinitionException.class.getName() + ": not today");
            assertThat(failed.kind()).isEqualTo(FailureClass.UNRECOVERABLE);
            harness.release();
        }
    }

    @Test
    void oneAttemptIsNotStartedTwice() throws Exception {
        try (TaskHarness harness = new TaskHarness(runtime, DeploymentFailureTest::graph)) {
            harness.plan = Plan.of(Pipeline.from("numbers", 1, new SourceSpec(new NumberSource(-1, 1)))
                    .then("out", new SinkSpec(new CollectSink(new ConcurrentLinkedQueue<>())))
                    .build());
            harness.deployOnly(0);
            harness.deployOnly(0);
            assertThat(failed(harness).trace()).contains("already here");
        }
    }
}
