package io.github.foggara.kernel.taskmanager;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.kernel.gateway.TaskExecutorGateway;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.remote.PastEpochs;
import io.github.foggara.kernel.remote.message.Answer;
import io.github.foggara.kernel.remote.message.Order;
import io.github.foggara.kernel.remote.message.RunningAttempts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What was ordered of this TaskManager and has not ended, so that it can be ended when nobody is there any more who would order that, and
 * be told to whoever comes next. Link thread.
 */
final class HeldJobs {
    private static final class Held {
        private final Set<ExecutionAttemptId> running = new LinkedHashSet<>();
        private long epoch;
        /** Its JobMaster has let go of it; what runs is ending. */
        private boolean abandoned;
    }

    private final Map<JobId, Held> jobs = new HashMap<>();
    /** Of whatever job, whose threads do not end, with what was said of it to the epoch that they were told to. */
    private final Map<ExecutionAttemptId, Answer.Report> hanging = new LinkedHashMap<>();
    /** As the executor remembers them: what it drops without a word is not waited for here. */
    private final PastEpochs past = new PastEpochs();

    /** An order goes to the executor; one of a former epoch will be refused there. */
    void ordered(Order order) {
        if (order instanceof Order.Abandon) {
            if (jobs.containsKey(order.job())) {
                jobs.get(order.job()).abandoned = true;
                forgetIfOver(order.job());
            }
            return;
        }
        if (order instanceof Order.ToAttempt && !jobs.containsKey(order.job())) {
            return;
        }
        Held held = jobs.get(order.job());
        if (order.epoch() < (held == null ? past.lowest(order.job()) : held.epoch)) {
            return;
        }
        if (held == null) {
            held = new Held();
            jobs.put(order.job(), held);
        }
        held.epoch = order.epoch();
        held.abandoned = false;
        if (order instanceof Order.Deploy deploy) {
            held.running.add(deploy.deployment().attempt());
        }
    }

    /** The executor says something; the last word of an attempt ends it. */
    void answered(Answer answer) {
        if (answer instanceof Answer.Report report && report.report() instanceof TaskReport.Quarantined) {
            hanging.put(report.attempt(), report);
        } else if (answer instanceof Answer.Report report && report.report() instanceof TaskReport.Returned) {
            hanging.remove(report.attempt());
        }
        if (answer instanceof Answer.Released) {
            forget(answer.job());
        } else if (answer instanceof Answer.Report report && last(report.report()) && jobs.containsKey(answer.job())) {
            jobs.get(answer.job()).running.remove(report.attempt());
            forgetIfOver(answer.job());
        }
    }

    private void forgetIfOver(JobId job) {
        if (jobs.get(job).abandoned && jobs.get(job).running.isEmpty()) {
            forget(job);
        }
    }

    private void forget(JobId job) {
        Held held = jobs.remove(job);
        if (held != null) {
            past.over(job, held.epoch);
        }
    }

    private static boolean last(TaskReport report) {
        return report instanceof TaskReport.Finished
                || report instanceof TaskReport.Failed
                || report instanceof TaskReport.Canceled
                || report instanceof TaskReport.Quarantined;
    }

    /** Nothing runs. */
    boolean idle() {
        return jobs.values().stream().allMatch(held -> held.running.isEmpty());
    }

    /** What runs, by job. */
    List<RunningAttempts> running() {
        return jobs.entrySet().stream()
                .filter(job -> !job.getValue().running.isEmpty())
                .map(job ->
                        new RunningAttempts(job.getKey(), job.getValue().epoch, List.copyOf(job.getValue().running)))
                .toList();
    }

    /** What counts as ended and holds its slot still, by job and epoch. */
    List<RunningAttempts> hanging() {
        Map<JobId, List<ExecutionAttemptId>> byJob = new LinkedHashMap<>();
        hanging.keySet()
                .forEach(attempt -> byJob.computeIfAbsent(attempt.job(), job -> new ArrayList<>())
                        .add(attempt));
        return byJob.values().stream()
                .map(some -> new RunningAttempts(
                        some.get(0).job(), hanging.get(some.get(0)).epoch(), some))
                .toList();
    }

    boolean hangs(ExecutionAttemptId attempt) {
        return hanging.containsKey(attempt);
    }

    /** The last word of an attempt that does not run any more, as far as it is known still. */
    TaskReport lastWord(ExecutionAttemptId attempt) {
        return hangs(attempt) ? hanging.get(attempt).report() : new TaskReport.Canceled();
    }

    boolean runs(ExecutionAttemptId attempt) {
        return jobs.containsKey(attempt.job())
                && jobs.get(attempt.job()).running.contains(attempt);
    }

    /** Everything is to end, and is let go when it has; orders of a new session may come meanwhile. */
    void abandonAll(TaskExecutorGateway executor) {
        for (JobId job : Set.copyOf(jobs.keySet())) {
            executor.abandonJob(job);
            jobs.get(job).abandoned = true;
            forgetIfOver(job);
        }
    }

    /** How many jobs: for tests. */
    int size() {
        return jobs.size();
    }
}
