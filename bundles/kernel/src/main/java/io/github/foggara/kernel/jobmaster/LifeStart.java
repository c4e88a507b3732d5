package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.event.JobEventLog;
import io.github.foggara.api.event.JobEventStore;
import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.api.failover.TaskId;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.shuffle.ShuffleContext;
import io.github.foggara.api.shuffle.ShuffleService;
import io.github.foggara.kernel.config.JobOptions;
import io.github.foggara.kernel.coordination.CoordinationListener;
import io.github.foggara.kernel.coordination.JobCoordination;
import io.github.foggara.kernel.gateway.JobMasterGateway;
import io.github.foggara.kernel.jobmaster.log.EventLogs;
import io.github.foggara.kernel.jobmaster.log.Journal;
import io.github.foggara.kernel.jobmaster.state.Incident;
import io.github.foggara.kernel.jobmaster.state.JobEvent;
import io.github.foggara.kernel.jobmaster.state.JobEventCodec;
import io.github.foggara.kernel.plan.JobPlan;
import io.github.foggara.kernel.plugin.Lease;
import io.github.foggara.kernel.program.CodeOffers;
import io.github.foggara.kernel.program.Program;
import io.github.foggara.kernel.program.ProgramCode;
import io.github.foggara.kernel.program.ProgramId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The first steps of a life, whether it is the first of its run or goes on from a log: the log is opened and replayed, the graph planned,
 * the two brought together; then coordinators open and executors say what they still run. Main thread only.
 */
final class LifeStart {
    /** Shown while nobody can say which attempts of earlier lives there are. */
    static final String AWAY =
            "Waits for TaskManagers that are not back and may run tasks of it still, until they are or must have ended them";

    private static final String ENDING = "Waits until former attempts of its tasks have ended";

    private static final CodeOffers.Offer NOT_NEEDED = new CodeOffers.Offer() {
        @Override
        public ProgramCode code() {
            return ProgramCode.UNKNOWN;
        }

        @Override
        public void close() {}
    };

    private final JobSpec spec;
    private final JobServices services;
    private final Requirements requirements;
    private final JobLifecycle lifecycle;
    private final LifeDoors doors;
    private final JobLifecycle.MainTimer timer;
    private boolean coordinatorsAsked;
    private boolean coordinatorsOpen;
    private boolean attemptsKnown;

    /**
     * By which other threads reach a life.
     *
     * @param listeners for its coordinators
     * @param gateways for its tasks and executors
     * @param logs for its log
     * @param opened for the answer of whoever opens it
     * @param closed told by whoever closes it
     * @param mainOr runs the first action on the main thread, or the second one at once if there is none any more
     * @param main runs an action on the main thread, while there is one
     */
    record LifeDoors(
            Function<Life, CoordinationListener> listeners,
            Function<Life, JobMasterGateway> gateways,
            Function<Life, JobEventLog.Listener> logs,
            Function<Life, Consumer<EventLogs.Answer>> opened,
            Function<Life, Runnable> closed,
            BiConsumer<Runnable, Runnable> mainOr,
            Consumer<Runnable> main) {}

    LifeStart(
            JobSpec spec,
            JobServices services,
            Requirements requirements,
            JobLifecycle lifecycle,
            LifeDoors doors,
            JobLifecycle.MainTimer timer) {
        this.spec = spec;
        this.services = services;
        this.requirements = requirements;
        this.lifecycle = lifecycle;
        this.doors = doors;
        this.timer = timer;
    }

    /**
     * The next life, if everything it needs is there; if not, the status says what is missing.
     *
     * @param unfit code that cannot be used; null for none
     */
    Optional<Life> begin(int attempt, ProgramId unfit, Configuration configuration) {
        Optional<Program> program = requirements.program();
        Optional<String> missing = program.isEmpty()
                ? Optional.of(requirements.programMissing())
                : program.get().id().equals(unfit)
                        ? Optional.of(requirements.otherProgram())
                        : requirements.missing(program.get()).or(() -> requirements.eventStoreMissing(configuration));
        if (missing.isPresent()) {
            lifecycle.status().become(JobStatus.SUSPENDED, missing.get());
            return Optional.empty();
        }
        Life life = new Life(spec.name(), attempt, program.get(), services.executor());
        life.checkpoints(new LifeCheckpoints(spec, services, lifecycle, life, timer, doors.main()));
        services.plugins().lease(Program.class, program.get().id().code()).ifPresent(life::code);
        if (spec.commit().isEmpty()) {
            services.plugins()
                    .lease(JobEventStore.class, configuration.get(JobOptions.EVENT_STORE))
                    .ifPresent(life::store);
            lifecycle.status().workTotal(-1);
        }
        if (lifecycle.status().state() == JobStatus.SUSPENDED) {
            lifecycle.status().become(JobStatus.SUSPENDED, "What was missing is there; the job is starting");
        }
        return Optional.of(life);
    }

    /** That the life begins is recorded. */
    void begun(Life life) {
        coordinatorsAsked = false;
        coordinatorsOpen = false;
        attemptsKnown = false;
        if (spec.commit().isPresent()) {
            prepare(life, "only a commit goes on");
            return;
        }
        if (life.store() == null) {
            lifecycle.suspend(requirements
                    .eventStoreMissing(lifecycle.configuration())
                    .orElse("Waits for the event store: it came and went"));
            return;
        }
        life.become(LifeStep.REPLAYING, "attempt recorded");
        services.logs()
                .open(
                        spec.id(),
                        lifecycle.configuration(),
                        life.store().service(),
                        doors.logs().apply(life),
                        doors.opened().apply(life));
        life.openingLog(true);
    }

    /** The log is open and replayed, or cannot be. */
    void opened(Life life, EventLogs.Answer answer) {
        life.openingLog(false);
        if (answer.log() != null) {
            life.opened(
                    answer.epoch(),
                    answer.log(),
                    answer.state(),
                    new Journal(
                            answer.state(),
                            new JobEventCodec(spec.id()),
                            answer.log(),
                            answer.growth(),
                            life.outbox()));
            // At once: whatever ends this life, the next one must know that output may have been published before.
            answer.words().ifPresent(words -> life.journal().record(new JobEvent.LogReplaced(words)));
        }
        List.of("log", "log-end", "coordinators", "executor")
                .forEach(topic -> lifecycle.status().health(topic, null));
        if (life.ending() != null) {
            lifecycle.stopTasks(life.ending().name());
        } else if (answer.log() == null) {
            lifecycle.pause(
                    lifecycle.configuration().get(JobOptions.EVENT_STORE_RETRY),
                    "The event log of the run cannot be opened: "
                            + answer.words().orElse("") + ". It is tried again");
        } else {
            answer.words().ifPresent(words -> lifecycle.status().health("log-damage", words));
            lifecycle.status().incidents(life);
            lifecycle.status().checkpoints(life);
            prepare(life, "log replayed");
        }
    }

    /** A former JobMaster decided that the job ends, and was gone before it had. */
    private static Optional<String> gaveUp(Life life) {
        List<Incident> incidents = life.state().incidents();
        Incident last = incidents.isEmpty() ? null : incidents.get(incidents.size() - 1);
        return last == null
                ? Optional.empty()
                : last.gaveUp().map(why -> Failover.words(last.failures().get(0), why));
    }

    private void prepare(Life life, String why) {
        life.become(LifeStep.PREPARING, why);
        life.coordinators(new JobCoordination(
                new JobCoordination.Run(
                        spec.id(), spec.name(), life.program(), spec.parameters(), lifecycle.configuration()),
                services.topologies(),
                services.runtime(),
                doors.listeners().apply(life),
                services.watched()));
        life.coordinators().prepare();
    }

    void planned(Life life, JobPlan plan) {
        life.plan(plan);
        requirements.planned(life.program(), plan);
        Optional<String> missing = requirements.lost(life);
        if (missing.isPresent()) {
            lifecycle.suspend(missing.get());
            return;
        }
        if (spec.commit().isPresent()) {
            lifecycle.commit().goOn(life, spec.commit().get());
            return;
        }
        MemoryShares shares = MemoryShares.of(plan, services.plugins());
        boolean here = !life.executor().places();
        Optional<String> problem =
                refusal(plan).or(shares::problem).or(() -> here ? shares.tooMuch(services.memory()) : Optional.empty());
        if (problem.isPresent()) {
            refused(life, problem.get());
            return;
        }
        life.memory(shares, here ? shares.limits(spec.id(), services.memory()) : Map.of());
        String shuffle = plan.configuration().get(JobOptions.SHUFFLE_SERVICE);
        Optional<Lease<ShuffleService>> lease = services.plugins().lease(ShuffleService.class, shuffle);
        if (lease.isEmpty()) {
            lifecycle.suspend(requirements.noShuffle(shuffle));
            return;
        }
        if (!life.checkpoints().planned()) {
            lease.get().close();
            lifecycle.suspend(requirements.noCheckpointService(plan));
            return;
        }
        life.shuffle(lease.get(), new ShuffleContext(plan.configuration(), services.runtime()));
        reconcile(life);
        life.become(LifeStep.OPENING, "graph planned");
        offer(life);
        life.executor().takeOver(spec.id(), life.epoch(), doors.gateways().apply(life));
    }

    /** TaskManagers will ask for what they lack. */
    private void offer(Life life) {
        if (services.offers().isEmpty()) {
            life.offer(NOT_NEEDED);
        } else {
            services.offers()
                    .get()
                    .offer(
                            spec.name(),
                            life.program(),
                            offer -> doors.mainOr().accept(() -> offered(life, offer), offer::close));
        }
    }

    /** Others can have the code from now on, or never. */
    private void offered(Life life, CodeOffers.Offer offer) {
        if (lifecycle.life() != life) {
            offer.close();
            return;
        }
        life.offer(offer);
        String why = offer.code().unshipped();
        lifecycle
                .status()
                .health(
                        "bundles",
                        why.isEmpty()
                                ? null
                                : "The bundles of job '" + spec.name() + "' are not shipped to TaskManagers: " + why);
        proceed(life);
    }

    private Optional<String> refusal(JobPlan plan) {
        return services.options()
                .problem(plan.configuration().values())
                .or(() -> CheckpointsWanted.refusal(plan, spec.name()));
    }

    /** A run that has begun may hold results, and checkpoints that its end would delete: it waits until the operator has put it right. */
    private void refused(Life life, String words) {
        if (life.state().started() == null) {
            lifecycle.failure(FailureClass.UNRECOVERABLE, words);
        } else {
            lifecycle.pause(lifecycle.configuration().get(JobOptions.EVENT_STORE_RETRY), words + ". It is tried again");
        }
    }

    private void reconcile(Life life) {
        PlanTopology topology = new PlanTopology(life.plan(), life.state());
        Reconciliation.of(
                        life.state(), life.plan(), topology, life.program().id().toString())
                .ifPresent(life.journal()::record);
        life.topology(topology);
    }

    /** Enumerators and committers are open. */
    void coordinatorsOpen(Life life, boolean kept) {
        if (!kept) {
            runAgain(life, "what finished tasks wrote is not there any more");
        }
        coordinatorsOpen = true;
        proceed(life);
    }

    private void runAgain(Life life, String why) {
        Set<TaskId> finished = new TreeSet<>(life.topology().tasks());
        finished.removeIf(task -> !life.topology().finished(task));
        if (!finished.isEmpty()) {
            life.journal().record(new JobEvent.TasksReset(why, finished));
        }
    }

    /** What executors still run of earlier lives; all of it ends before anything is deployed. */
    void attemptsKnown(Life life, List<ExecutionAttemptId> attempts) {
        startAbove(life, attempts);
        life.journal().record(new JobEvent.AttemptsFound(attempts));
        life.state().leaving().forEach(stray -> life.executor().cancel(stray.id(), life.epoch()));
        attemptsKnown = true;
        lifecycle.status().waits(life.state().leaving().isEmpty() ? null : ENDING);
        proceed(life);
    }

    /** If the log was lost and the tasks were not, their numbers are not used again. */
    private void startAbove(Life life, List<ExecutionAttemptId> attempts) {
        int highest =
                attempts.stream().mapToInt(ExecutionAttemptId::attempt).max().orElse(-1);
        if (highest >= life.state().nextAttempt() - 1) {
            JobEvent.JobStarted former = life.state().started();
            life.journal()
                    .record(new JobEvent.JobStarted(
                            former.fingerprint(), former.program(), former.vertices(), highest + 1));
        }
    }

    /**
     * An answer came, or an attempt of an earlier life ended. Committers open only when none of those is left: what they still
     * write would be in the way.
     */
    void proceed(Life life) {
        if (life.step() != LifeStep.OPENING
                || !attemptsKnown
                || life.bundles() == null
                || !life.state().leaving().isEmpty()) {
            return;
        }
        lifecycle.status().waits(null);
        Optional<String> gaveUp = gaveUp(life);
        if (gaveUp.isPresent()) {
            // Not before: what the executor still ran of the job would go on.
            lifecycle.fail(gaveUp.get());
            return;
        }
        if (!life.checkpoints().found(() -> proceed(life))) {
            return;
        }
        if (!coordinatorsAsked) {
            coordinatorsAsked = true;
            life.coordinators().open(life.checkpoints().opening(life.state().committables()));
        }
        if (!coordinatorsOpen) {
            return;
        }
        life.become(LifeStep.RUNNING, "coordinators open");
        lifecycle.running();
        life.checkpoints().begin();
        new Deployer(spec, life).send(life.topology().tasks(), doors.gateways().apply(life));
        life.checkpoints().tasksChanged();
        lifecycle.reports().settle();
    }
}
