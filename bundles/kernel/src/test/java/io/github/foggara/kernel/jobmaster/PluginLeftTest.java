package io.github.foggara.kernel.jobmaster;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.kernel.fixture.Bench;
import io.github.foggara.kernel.gateway.TaskDeployment;
import io.github.foggara.kernel.gateway.TaskReport;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A TaskManager says that a plugin leaves it. */
@Timeout(60)
class PluginLeftTest {
    private static final TaskReport LEAVES = new TaskReport.PluginLeaves("operator provider 'x'", "x/1.0");

    private final Bench bench = new Bench();
    /** The first failure that is counted ends the job. */
    private final TestRun run = new TestRun(bench, Map.of("parallelism", "1", "restart-strategy.type", "none"));

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void theJobBeginsAnewAndNoFailureIsCounted() throws Exception {
        run.start();
        List<TaskDeployment> first = run.deployed(2);
        run.running(first);
        first.forEach(task -> run.report(task.attempt(), LEAVES));
        List<TaskDeployment> second = run.deployed(2);
        assertThat(second).allMatch(task -> task.attempt().attempt() > 0);
        assertThat(run.await(report -> report.state() == JobStatus.SUSPENDED).cause())
                .hasValueSatisfying(words -> assertThat(words).contains("operator provider 'x' of x/1.0 has left"));
        run.finish(second);
        RunReport last = run.end();
        assertThat(last.state()).isEqualTo(JobStatus.FINISHED);
        assertThat(last.incidents()).isEmpty();
    }

    /** What it wrote is held by the plugin. */
    @Test
    void anAttemptThatHasFinishedCountsAndOneThatIsGoneDoesNot() throws Exception {
        run.start();
        List<TaskDeployment> first = run.deployed(2);
        run.running(first);
        ExecutionAttemptId source = first.get(0).attempt();
        run.report(new ExecutionAttemptId(source.job(), 0, 0, source.attempt() + 7), LEAVES);
        bench.executor.finish(first.get(0), Map.of());
        run.report(source, LEAVES);
        List<TaskDeployment> second = run.deployed(2);
        // If the first report had counted, the source would be among them.
        assertThat(bench.executor.cancelled).containsExactly(first.get(1).attempt());
        assertThat(second).allMatch(task -> task.attempt().attempt() > 0);
        run.finish(second);
        assertThat(run.end().incidents()).isEmpty();
    }
}
