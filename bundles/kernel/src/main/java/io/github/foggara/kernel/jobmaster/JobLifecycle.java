package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.shuffle.ShuffleContext;
import io.github.foggara.api.shuffle.ShuffleService;
import io.github.foggara.kernel.config.JobOptions;
import io.github.foggara.kernel.coordination.CoordinationListener;
import io.github.foggara.kernel.coordination.JobCoordination;
import io.github.foggara.kernel.gateway.JobMasterGateway;
import io.github.foggara.kernel.gateway.TaskDeployment;
import io.github.foggara.kernel.plan.JobPlan;
import io.github.foggara.kernel.plugin.Lease;
import io.github.foggara.kernel.program.Program;
import io.github.foggara.kernel.program.ProgramId;
import io.github.foggara.kernel.service.ServiceNeed;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The story of one run: wait for what it needs, begin a life, deploy, end it, perhaps begin another. Main thread only.
 *
 * <p>Every answer from another thread names the life it belongs to; answers to an earlier one are dropped.
 */
final class JobLifecycle {
    private final JobSpec spec;
    private final JobServices services;
    private final Requirements requirements;
    private final RunStatus status;
    private final RunObserver observer;
    private final Function<Life, CoordinationListener> listeners;
    private final Function<Life, JobMasterGateway> gateways;
    private final TaskReports reports;
    private final LifeEnd end;
    private final LifeCommit commit;

    private int nextAttempt;
    private Life life;
    /** Code that is not the run's and cannot even define the graph whose output is to be published. */
    private ProgramId unfit;

    private boolean over;
    private boolean onlyConsequences;
    private int unexpected;

    /** Runs an action on the main thread after a delay in nanoseconds. */
    interface MainTimer {
        EngineRuntime.Cancellable after(long nanos, Runnable action);
    }

    JobLifecycle(
            JobSpec spec,
            JobServices services,
            RunObserver observer,
            Function<Life, CoordinationListener> listeners,
            Function<Life, JobMasterGateway> gateways,
            MainTimer timer) {
        this.spec = spec;
        this.services = services;
        this.observer = observer;
        this.listeners = listeners;
        this.gateways = gateways;
        this.nextAttempt = spec.firstAttempt();
        this.requirements = new Requirements(spec, services.plugins(), services.programs(), services.services());
        this.status = new RunStatus(spec, observer, timer);
        this.reports = new TaskReports(spec, this, services.executor());
        this.end = new LifeEnd(spec, services.executor(), gateways, timer, this);
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

    Life life() {
        return life;
    }

    boolean over() {
        return over;
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
        if (life == null) {
            tryBegin();
        } else if (!life.step().ending() && !life.step().publishing() && life.ending() == null) {
            requirements.lost(life).ifPresent(cause -> end(Ending.SUSPEND, cause));
        }
    }

    private void tryBegin() {
        Optional<Program> program = requirements.program();
        if (program.isEmpty()) {
            suspend(requirements.programMissing());
            return;
        }
        if (program.get().id().equals(unfit)) {
            suspend(requirements.otherProgram());
            return;
        }
        Optional<String> missing = requirements.missing(program.get());
        if (missing.isPresent()) {
            suspend(missing.get());
            return;
        }
        life = new Life(spec.name(), nextAttempt++, program.get());
        services.plugins().lease(Program.class, program.get().id().code()).ifPresent(life::code);
        if (spec.commit().isEmpty()) {
            status.workTotal(-1);
        }
        if (status.state() == JobStatus.SUSPENDED) {
            status.become(JobStatus.SUSPENDED, "What was missing is there; the job is starting");
        }
        observer.beginning(life.attempt(), program.get().id());
    }

    private void suspend(String cause) {
        status.become(JobStatus.SUSPENDED, cause);
    }

    /** The attempt number of the life is recorded. */
    void begun(int attempt) {
        if (life == null || life.attempt() != attempt || !current(life, LifeStep.BEGINNING)) {
            return;
        }
        life.become(LifeStep.PREPARING, "attempt recorded");
        life.coordinators(new JobCoordination(
                new JobCoordination.Run(
                        spec.id(), spec.name(), life.program(), spec.parameters(), spec.configuration()),
                services.topologies(),
                services.runtime(),
                listeners.apply(life),
                services.watched()));
        life.coordinators().prepare();
    }

    void planned(Life asked, JobPlan plan) {
        if (!current(asked, LifeStep.PREPARING)) {
            return;
        }
        life.plan(plan);
        requirements.planned(life.program(), plan);
        Optional<String> missing = requirements.lost(life);
        if (missing.isPresent()) {
            end(Ending.SUSPEND, missing.get());
            return;
        }
        if (spec.commit().isPresent()) {
            commit.goOn(life, spec.commit().get());
            return;
        }
        Optional<String> problem =
                services.options().problem(plan.configuration().values());
        if (problem.isPresent()) {
            fail(new JobFailure.CoordinatorFailed(problem.get()));
            return;
        }
        String shuffle = plan.configuration().get(JobOptions.SHUFFLE_SERVICE);
        Optional<Lease<ShuffleService>> lease = services.plugins().lease(ShuffleService.class, shuffle);
        if (lease.isEmpty()) {
            end(Ending.SUSPEND, requirements.noShuffle(shuffle));
            return;
        }
        life.shuffle(lease.get(), new ShuffleContext(plan.configuration(), services.runtime()));
        life.become(LifeStep.OPENING, "graph planned");
        life.coordinators().open();
    }

    void opened(Life asked) {
        if (!current(asked, LifeStep.OPENING)) {
            return;
        }
        makeGraph();
        List<TaskDeployment> deployments = new Deployer(spec, life).deployments();
        life.become(LifeStep.RUNNING, "coordinators open");
        status.become(JobStatus.RUNNING, null);
        JobMasterGateway gateway = gateways.apply(life);
        for (TaskDeployment deployment : deployments) {
            Execution execution = life.graph().current(deployment.attempt());
            execution.become(ExecutionState.DEPLOYING, "life " + life.attempt());
            services.executor().deploy(deployment, gateway);
            if (execution.hasKept()) {
                services.executor().addSplits(execution.id(), Life.EPOCH, execution.keptSplits(), execution.keptEnd());
            }
        }
        status.changed(life);
    }

    /** Splits assigned while coordinators open wait in the execution until it is deployed. */
    void assigned(Life asked, int vertex, int subtask, List<byte[]> splits, boolean noMore) {
        if (life != asked || life.step().ending() || life.plan() == null) {
            return;
        }
        makeGraph();
        Execution execution = life.graph().vertices().get(vertex).execution(subtask);
        if (execution.state() == ExecutionState.CREATED) {
            execution.keep(splits, noMore);
        } else if (!execution.state().ended()) {
            services.executor().addSplits(execution.id(), Life.EPOCH, splits, noMore);
        }
    }

    private void makeGraph() {
        if (life.graph() == null) {
            life.graph(new ExecutionGraph(spec.id(), life.plan(), life.attempt()));
        }
    }

    /**
     * The one place that decides what a failure leads to.
     *
     * @return what the life ends with
     */
    private Ending respond(JobFailure failure) {
        return Ending.FAIL;
    }

    void fail(JobFailure failure) {
        end(respond(failure), failure.words());
    }

    /** The first failure ends the life; one that is behind it replaces the words of its consequence. */
    void taskFailed(JobFailure.TaskFailed failure) {
        boolean known = life.ending() == Ending.FAIL;
        if (!known) {
            onlyConsequences = failure.consequence();
            fail(failure);
        } else if (onlyConsequences && !failure.consequence()) {
            onlyConsequences = false;
            life.ending(Ending.FAIL, failure.words());
            status.cause(failure.words());
        }
    }

    /** A service that a task holds leaves, or was not there when the task opened; the next life waits for one that matches. */
    void serviceLost(ServiceNeed need, String words) {
        requirements.waitFor(life.program(), need, words);
        end(Ending.SUSPEND, words);
    }

    void coordinatorFailed(Life asked, String cause) {
        if (life != asked) {
            return;
        }
        if (life.step() == LifeStep.PREPARING && requirements.onlyLooksAtCommit(life)) {
            unfit = life.program().id();
            end(Ending.SUSPEND, requirements.otherProgram());
        } else {
            fail(new JobFailure.CoordinatorFailed(cause));
        }
    }

    void cancel() {
        end(Ending.CANCEL, spec.commit().isPresent() ? LifeEnd.IN_DOUBT : null);
    }

    void shutDown() {
        end(Ending.SHUT_DOWN, null);
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
            if (life.ending() == Ending.SUSPEND && ending != Ending.SUSPEND) {
                life.ending(ending, cause);
                during(ending, cause);
            }
            return;
        }
        life.ending(ending, cause);
        during(ending, cause);
        if (life.step().publishing()) {
            end.close(life, true, ending + " before the output was published");
            return;
        }
        life.become(LifeStep.STOPPING_TASKS, ending.name());
        reports.cancelAll();
    }

    void during(Ending ending, String cause) {
        if (ending.during() != null) {
            status.become(ending.during(), cause);
        }
    }

    /** All tasks have ended, after the life began to end. */
    void allEnded() {
        end.close(life, true, "every task has ended");
    }

    void closed(Life asked) {
        if (current(asked, LifeStep.CLOSING)) {
            end.release(life);
        }
    }

    void released(Life ended) {
        if (!current(ended, LifeStep.RELEASING)) {
            return;
        }
        end.over(ended);
        status.changed(ended);
        life = null;
        conclude(ended.ending(), ended.cause());
    }

    private void conclude(Ending ending, String cause) {
        over = ending != Ending.SUSPEND;
        if (ending.after() != null) {
            status.become(ending.after(), cause);
        }
        if (ending == Ending.SHUT_DOWN) {
            status.close();
            observer.stopped();
        }
        if (!over) {
            reconsider();
        }
    }

    /** A bug of the engine or a plugin: the job fails, and if even that fails it is over at once. */
    void unexpected(String words) {
        if (over) {
            return;
        }
        unexpected++;
        if (unexpected < 3) {
            fail(new JobFailure.Internal(words));
        } else {
            over = true;
            if (life != null) {
                life.letGo();
                life = null;
            }
            status.force(JobStatus.FAILED, words);
        }
    }
}
