package io.github.foggara.kernel.taskmanager;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.kernel.fixture.Deployments;
import io.github.foggara.kernel.fixture.FakeExecutor;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.remote.message.Answer;
import io.github.foggara.kernel.remote.message.Order;
import io.github.foggara.kernel.remote.message.RunningAttempts;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeldJobsTest {
    private static final JobId JOB = new JobId(1, 1);
    private static final ExecutionAttemptId FIRST = new ExecutionAttemptId(JOB, 0, 0, 0);
    private static final ExecutionAttemptId SECOND = new ExecutionAttemptId(JOB, 0, 1, 0);

    private final HeldJobs jobs = new HeldJobs();

    private void deploy(ExecutionAttemptId attempt, long epoch) {
        jobs.ordered(new Order.Deploy(Deployments.of(attempt, epoch)));
    }

    private void report(ExecutionAttemptId attempt, TaskReport report) {
        jobs.answered(new Answer.Report(attempt, 1, report));
    }

    @Test
    void whatWasDeployedRunsUntilItsLastWord() {
        deploy(FIRST, 1);
        report(FIRST, new TaskReport.Running());
        report(FIRST, new TaskReport.Progress(1, 1, 1));
        assertThat(jobs.idle()).isFalse();
        report(FIRST, new TaskReport.Canceled());
        assertThat(jobs.idle()).isTrue();
        assertThat(jobs.size()).isEqualTo(1);
        jobs.answered(new Answer.Released(JOB, 1));
        assertThat(jobs.size()).isZero();
    }

    /** The executor drops it without a word. */
    @Test
    void aDeploymentOfAFormerEpochIsNotWaitedFor() {
        jobs.ordered(new Order.TakeOver(JOB, 2));
        deploy(FIRST, 1);
        assertThat(jobs.idle()).isTrue();
    }

    @Test
    void whatIsAbandonedIsToldUntilItHasEnded() {
        FakeExecutor executor = new FakeExecutor();
        deploy(FIRST, 1);
        deploy(SECOND, 1);
        report(FIRST, new TaskReport.Canceled());
        jobs.abandonAll(executor);
        assertThat(executor.abandoned).containsExactly(JOB);
        assertThat(jobs.running()).containsExactly(new RunningAttempts(JOB, 1, List.of(SECOND)));
        assertThat(jobs.runs(FIRST)).isFalse();
        assertThat(jobs.runs(SECOND)).isTrue();
        report(SECOND, new TaskReport.Canceled());
        assertThat(jobs.running()).isEmpty();
        assertThat(jobs.size()).isZero();
    }

    @Test
    void aJobThatWasAbandonedIsHeldUntilItsTasksHaveEnded() {
        deploy(FIRST, 1);
        jobs.ordered(new Order.Abandon(JOB));
        assertThat(jobs.idle()).isFalse();
        report(FIRST, new TaskReport.Canceled());
        assertThat(jobs.size()).isZero();
        jobs.ordered(new Order.Cancel(FIRST, 1));
        assertThat(jobs.size()).isZero();
    }

    /** The executor remembers its epoch and drops the order without a word. */
    @Test
    void aLateDeploymentOfAJobThatIsOverIsNotWaitedFor() {
        deploy(FIRST, 2);
        report(FIRST, new TaskReport.Canceled());
        jobs.answered(new Answer.Released(JOB, 2));
        deploy(SECOND, 1);
        assertThat(jobs.idle()).isTrue();
        assertThat(jobs.size()).isZero();
        deploy(SECOND, 3);
        report(SECOND, new TaskReport.Canceled());
        jobs.ordered(new Order.Abandon(JOB));
        deploy(FIRST, 2);
        assertThat(jobs.idle()).isTrue();
        deploy(FIRST, 3);
        assertThat(jobs.idle()).isFalse();
        jobs.abandonAll(new FakeExecutor());
        report(FIRST, new TaskReport.Canceled());
        deploy(FIRST, 2);
        assertThat(jobs.size()).isZero();
    }
}
