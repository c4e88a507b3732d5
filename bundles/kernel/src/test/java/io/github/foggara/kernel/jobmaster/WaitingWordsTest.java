package io.github.foggara.kernel.jobmaster;

import static io.github.foggara.kernel.fixture.FakeExecutor.take;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.kernel.fixture.Bench;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.program.CodeOffers;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A life that cannot begin yet tells its user what it waits for, and nothing any more when it goes on. */
@Timeout(60)
class WaitingWordsTest {
    private static final String AWAY = "Waits until the TaskManagers of before are back";
    private static final String ENDING = "Waits until former attempts of its tasks have ended";
    private static final String STORING = "Waits until its bundles are in the bundle store";

    private final Bench bench = new Bench();
    private final BlockingQueue<Consumer<CodeOffers.Offer>> asked = new LinkedBlockingQueue<>();
    private TestRun run;

    @BeforeEach
    void takeOver() throws InterruptedException {
        bench.executor.answerTakeOver = false;
        bench.executor.confirmCancel = false;
        bench.offers = (job, program, answer) -> asked.add(answer);
        run = new TestRun(bench, Map.of("parallelism", "1")).start();
        take(bench.executor.takenOver);
    }

    @AfterEach
    void close() {
        bench.close();
    }

    private void awaitWords(String words) throws InterruptedException {
        run.await(report ->
                report.cause().filter(cause -> cause.startsWith(words)).isPresent());
    }

    private void store() throws InterruptedException {
        take(asked).accept(Bench.NO_CODE);
    }

    private void assertRuns() throws InterruptedException {
        run.deployed(2);
        RunReport runs = run.await(report -> report.state() == JobStatus.RUNNING);
        assertThat(runs.cause()).isEmpty();
    }

    @Test
    void forTaskManagersOfBefore() throws Exception {
        store();
        bench.executor.master.taskManagersAway(true);
        awaitWords(AWAY);
        bench.executor.master.taskManagersAway(false);
        run.await(report -> report.cause().isEmpty());
        bench.executor.master.attempts(List.of());
        assertRuns();
    }

    @Test
    void forFormerAttemptsAndThenForTheBundleStore() throws Exception {
        ExecutionAttemptId former = new ExecutionAttemptId(run.id, 0, 0, 3);
        bench.executor.master.attempts(List.of(former));
        awaitWords(ENDING);
        assertThat(take(bench.executor.cancelled)).isEqualTo(former);
        bench.executor.master.report(former, new TaskReport.Canceled());
        awaitWords(STORING);
        store();
        assertRuns();
    }
}
