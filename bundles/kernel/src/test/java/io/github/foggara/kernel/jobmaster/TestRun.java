package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.job.JobParameters;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.kernel.fixture.Bench;
import io.github.foggara.kernel.fixture.FakeExecutor;
import io.github.foggara.kernel.gateway.JobToken;
import io.github.foggara.kernel.gateway.TaskDeployment;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.program.ProgramId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Predicate;

/** One run on a bench, whose dispatcher records everything at once. A second JobMaster may go on with it. */
final class TestRun implements RunObserver {
    final Bench bench;
    JobId id = JobId.random();
    final Map<String, String> options;
    final BlockingQueue<RunReport> reports = new LinkedBlockingQueue<>();
    final BlockingQueue<String> deaths = new LinkedBlockingQueue<>();
    /** What was decided to publish. */
    final BlockingQueue<PendingCommit> decisions = new LinkedBlockingQueue<>();
    /** Of an earlier life that came no further. */
    Optional<PendingCommit> decided = Optional.empty();
    /** The life comes no further than the decision to publish. */
    volatile boolean endsAtDecision;

    JobMaster master;
    private int firstAttempt;

    TestRun(Bench bench, Map<String, String> options) {
        this.bench = bench;
        this.options = options;
    }

    /** Goes on with a run that began elsewhere. */
    TestRun start(JobId same, int attempt) {
        id = same;
        firstAttempt = attempt;
        return start();
    }

    /** A JobMaster for the run; the one before it, if any, is not told. */
    TestRun start() {
        JobSpec spec = new JobSpec(
                id,
                "job",
                "p",
                Optional.empty(),
                new JobParameters(Map.of(), 1, 2),
                new JobToken(new byte[JobToken.LENGTH]),
                new Configuration(options),
                decided,
                RunReport.ACCEPTED,
                firstAttempt++);
        master = new JobMaster(spec, bench.services, this);
        master.start();
        return this;
    }

    List<TaskDeployment> deployed(int count) throws InterruptedException {
        List<TaskDeployment> tasks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            tasks.add(bench.executor.take());
        }
        return tasks;
    }

    void running(List<TaskDeployment> tasks) {
        tasks.forEach(task -> report(task.attempt(), new TaskReport.Running()));
    }

    void finish(List<TaskDeployment> tasks) {
        tasks.forEach(task -> bench.executor.finish(task, Map.of()));
    }

    void report(ExecutionAttemptId attempt, TaskReport report) {
        bench.executor.master.report(attempt, report);
    }

    RunReport await(Predicate<RunReport> wanted) throws InterruptedException {
        while (true) {
            RunReport next = FakeExecutor.take(reports);
            if (wanted.test(next)) {
                return next;
            }
        }
    }

    RunReport end() throws InterruptedException {
        return await(report -> report.state().terminal());
    }

    @Override
    public void beginning(int attempt, ProgramId program) {
        master.begin(attempt);
    }

    @Override
    public void committing(int attempt, PendingCommit commit) {
        decisions.add(commit);
        if (!endsAtDecision) {
            master.commit(attempt);
        }
    }

    @Override
    public void changed(RunReport report) {
        reports.add(report);
    }

    @Override
    public void stopped() {}

    @Override
    public void died(String words, boolean fenced) {
        deaths.add(words);
    }
}
