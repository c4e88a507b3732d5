package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.api.failover.TaskId;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.kernel.coordination.CoordinatorGateway;
import io.github.foggara.kernel.jobmaster.log.EventLogs;
import io.github.foggara.kernel.plan.JobPlan;
import io.github.foggara.kernel.program.ProgramId;
import io.github.foggara.kernel.service.ServiceNeed;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The story of one run: wait for what it needs, begin a life, run, end it, perhaps begin another. Main thread only.
 *
 * <p>Every answer from another thread names the life it belongs to; answers to an earlier one are dropped.
 */
final class JobLifecycle {
    private final JobSpec spec;
    private final JobServices services;
    private final Requirements requirements;
    private final RunStatus status;
    private final RunObserver observer;
    private final Pause pause;
    private final LifeStart start;
    private final TaskReports reports;
    private final LifeEnd end;
    private final LifeCommit commit;
    private final Strategies strategies;
    private final Failover failover;
    private final Redeployments redeployments;

    private Configuration configuration;
    private int nextAttempt;
    private Life life;
    /** Code that is not the run's and cannot even define the graph whose output is to be published. */
    private ProgramId unfit;

    private boolean over;
    private int unexpected;

    /** Runs an action on the main thread after a delay in nanoseconds. */
    interface MainTimer {
        EngineRuntime.Cancellable after(long nanos, Runnable action);
    }

    JobLifecycle(JobSpec spec, JobServices services, RunObserver observer, LifeStart.LifeDoors doors, MainTimer timer) {
        this.spec = spec;
        this.services = services;
        this.observer = observer;
        this.pause = new Pause(timer);
        this.configuration = spec.configuration();
        this.nextAttempt = spec.firstAttempt();
        this.requirements = new Requirements(spec, services.plugins(), services.programs(), services.services());
        this.status = new RunStatus(spec, observer, timer);
        this.strategies = new Strategies(spec.name(), services.plugins());
        this.redeployments = new Redeployments(spec, this, doors.gateways(), timer);
        this.failover = new Failover(spec, services.runtime(), this, strategies, redeployments);
        this.start = new LifeStart(spec, services, requirements, this, doors, timer);
        this.reports = new TaskReports(spec, this, start, services.runtime());
        this.end = new LifeEnd(spec, services.logs(), doors.gateways(), doors.closed(), timer, this);
        this.commit = new LifeCommit(spec, observer, end, this);
    }

    RunStatus status() {
        return status;
    }

    TaskReports reports() {
        return reports;
    }

    LifeCommit commit() {
        return commit;
    }

    Failover failover() {
        return failover;
    }

    Redeployments redeployments() {
        return redeployments;
    }

    Life life() {
        return life;
    }

    EngineRuntime runtime() {
        return services.runtime();
    }

    boolean over() {
        return over;
    }

    /** The job's options in force now, over those its program set. */
    Configuration configuration() {
        return life == null || life.plan() == null
                ? configuration
                : configuration.withDefaults(life.plan().programOptions());
    }

    /** Options that take effect without a restart have changed; strategies are asked with them from the next failure on. */
    void reconfigure(Configuration changed) {
        configuration = changed;
        strategies.warn(status, configuration());
        if (life != null) {
            life.checkpoints().reconfigure();
        }
    }

    /** Whether an answer that belongs to {@code asked} is still wanted. */
    boolean current(Life asked, LifeStep step) {
        return !over && life == asked && life.step() == step;
    }

    /** Whether that life may be publishing still. */
    boolean inDoubt(Life asked) {
        return !over && life == asked && life.step().inDoubt();
    }

    /** A plugin or a program came or went, or the run has just been started. */
    void reconsider() {
        if (over) {
            return;
        }
        strategies.warn(status, configuration());
        if (life == null) {
            tryBegin();
        } else if (!life.step().ending() && !life.step().publishing() && life.ending() == null) {
            requirements.lost(life).ifPresent(this::suspend);
        }
    }

    private void tryBegin() {
        Optional<Life> begun = pause.ordered() ? Optional.empty() : start.begin(nextAttempt, unfit, configuration);
        if (begun.isPresent()) {
            nextAttempt++;
            life = begun.get();
            observer.beginning(life.attempt(), life.program().id());
        }
    }

    /** The attempt number of the life is recorded. */
    void begun(int attempt) {
        if (life != null && life.attempt() == attempt && current(life, LifeStep.BEGINNING)) {
            start.begun(life);
        }
    }

    void logOpened(Life asked, EventLogs.Answer answer) {
        if (current(asked, LifeStep.REPLAYING)) {
            start.opened(life, answer);
        } else if (answer.log() != null) {
            services.logs().close(answer.log(), () -> {});
        }
    }

    void planned(Life asked, JobPlan plan) {
        if (current(asked, LifeStep.PREPARING)) {
            start.planned(life, plan);
        }
    }

    void opened(Life asked, boolean kept) {
        if (current(asked, LifeStep.OPENING)) {
            start.coordinatorsOpen(life, kept);
        }
    }

    void attemptsKnown(Life asked, List<ExecutionAttemptId> attempts) {
        if (current(asked, LifeStep.OPENING)) {
            start.attemptsKnown(life, attempts);
        }
    }

    /** The life is about to deploy. */
    void running() {
        unexpected = 0;
        status.become(JobStatus.RUNNING, null);
        strategies.warn(status, configuration());
    }

    void assigned(Life asked, int vertex, int subtask, List<byte[]> splits, boolean noMore) {
        if (life == asked && !life.step().ending() && life.topology() != null) {
            life.assigned(new TaskId(vertex, subtask), splits, noMore);
        }
    }

    // ---- failures

    /** Something beside the tasks failed, or an engine's part did. */
    void failure(FailureClass kind, String words) {
        failover.answer(FailureText.beside(kind, words, services.runtime().currentTimeMillis()));
    }

    /** The job ends with this cause. */
    void fail(String words) {
        end(Ending.FAIL, words);
    }

    /** Everything is brought down to the log, and up again after the delay. */
    void restartLife(Duration delay, String cause) {
        pause.order(delay);
        end(Ending.RESTART, cause);
    }

    /** A service that a task holds leaves, or was not there when the task opened; the next life waits for one that matches. */
    void serviceLost(ServiceNeed need, String words) {
        requirements.waitFor(life.program(), need, words);
        suspend(words);
    }

    void coordinatorFailed(Life asked, FailureClass kind, String cause) {
        if (life != asked || over) {
            return;
        }
        if (life.step() == LifeStep.PREPARING && requirements.onlyLooksAtCommit(life)) {
            unfit = life.program().id();
            suspend(requirements.otherProgram());
        } else {
            failure(kind, cause);
        }
    }

    // ---- ends

    /** Something the life needs is gone; another one begins when it is back. */
    void suspend(String cause) {
        end(Ending.SUSPEND, cause);
    }

    /** Something outside cannot be had now: the life ends, and another one begins after the delay. */
    void pause(Duration delay, String cause) {
        pause.order(delay);
        end(Ending.SUSPEND, cause);
    }

    void cancel() {
        end(Ending.CANCEL, spec.commit().isPresent() ? LifeEnd.IN_DOUBT : null);
    }

    /**
     * @param goesOn whether another JobMaster goes on with the run
     */
    void shutDown(boolean goesOn) {
        end(goesOn ? Ending.STOP : Ending.DISCARD, null);
    }

    /** Ends the life for this reason; without a life, the run. */
    private void end(Ending ending, String cause) {
        if (over) {
            return;
        }
        if (life == null) {
            conclude(ending, cause);
            return;
        }
        if (life.step().inDoubt() && ending != Ending.FAIL) {
            end.giveUpCommitLater(life, ending);
            return;
        }
        if (life.ending() != null) {
            if (life.ending().mayBecome(ending)) {
                life.ending(ending, cause);
                during(ending, cause);
            }
            return;
        }
        life.ending(ending, cause);
        during(ending, cause);
        if (life.step().publishing()) {
            end.close(life, leftover(ending), ending + " before the output was published");
        } else if (!life.openingLog()) {
            stopTasks(ending.name());
        } else {
            end.giveUpOpeningLater(life);
        }
    }

    /** The life is to end and no task may begin any more. */
    void stopTasks(String why) {
        life.become(LifeStep.STOPPING_TASKS, why);
        life.checkpoints().stop(why);
        redeployments.clear();
        end.openOutboxLater(life);
        reports.cancelAll();
    }

    void during(Ending ending, String cause) {
        if (ending.during() != null) {
            status.become(ending.during(), cause);
        }
    }

    /** All tasks have ended, after the life began to end. */
    void allEnded() {
        end.close(life, leftover(life.ending()), "every task has ended");
    }

    private static CoordinatorGateway.Leftover leftover(Ending ending) {
        return ending.keeps() ? CoordinatorGateway.Leftover.KEEP : CoordinatorGateway.Leftover.REMOVE;
    }

    void closed(Life asked) {
        if (current(asked, LifeStep.CLOSING)) {
            end.release(life);
        }
    }

    void released(Life asked) {
        if (current(asked, LifeStep.RELEASING)) {
            end.closeLog(life);
        }
    }

    void logClosed(Life ended) {
        if (!current(ended, LifeStep.CLOSING_LOG)) {
            return;
        }
        end.over(ended);
        status.changed(ended);
        life = null;
        conclude(ended.ending(), ended.cause());
    }

    private void conclude(Ending ending, String cause) {
        over = !ending.again();
        if (ending.after() != null) {
            status.become(ending.after(), cause);
        }
        if (ending.stops()) {
            status.close();
            observer.stopped();
        }
        if (over) {
            pause.end();
        } else if (pause.ordered()) {
            pause.run(this::reconsider);
        } else {
            reconsider();
        }
    }

    /** The log of the run cannot be written: it goes on, but a crash would cost all of it. */
    void degraded(Life asked, String words) {
        if (life == asked) {
            status.health(
                    "log",
                    "The event log of job '" + spec.name() + "' cannot be written, the job goes on without it: "
                            + words);
            life.checkpoints().logLost();
            life.outbox().open();
        }
    }

    /** Another JobMaster runs this job: whatever this one would do now is wrong. */
    void fenced(Life asked, String words) {
        if (life == asked && !over) {
            giveUp("Another JobMaster has taken over job '" + spec.name() + "': " + words, true);
        }
    }

    /**
     * A bug of the engine or a plugin: answered as a failure. If there are more, or one hinders an end, what the JobMaster holds in
     * memory cannot be trusted: it is given up.
     */
    void unexpected(String words) {
        if (over) {
            return;
        }
        unexpected++;
        boolean ending = life != null && (life.ending() != null || life.step().ending() || life.logBroken());
        if (unexpected < 3 && !ending) {
            failure(FailureClass.ENVIRONMENT, words);
        } else {
            giveUp(words, false);
        }
    }

    /** As a crash, seen from outside. */
    private void giveUp(String words, boolean fenced) {
        over = true;
        if (life != null) {
            redeployments.clear();
            end.abandon(life);
            life = null;
        }
        status.close();
        observer.died(words, fenced);
    }
}
