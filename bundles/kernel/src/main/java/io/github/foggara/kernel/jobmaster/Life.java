package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.event.JobEventLog;
import io.github.foggara.api.event.JobEventStore;
import io.github.foggara.api.failover.TaskId;
import io.github.foggara.api.shuffle.ShuffleContext;
import io.github.foggara.api.shuffle.ShuffleService;
import io.github.foggara.kernel.coordination.CoordinatorGateway;
import io.github.foggara.kernel.gateway.TaskExecutorGateway;
import io.github.foggara.kernel.jobmaster.log.Journal;
import io.github.foggara.kernel.jobmaster.log.Outbox;
import io.github.foggara.kernel.jobmaster.log.OutboxCoordinator;
import io.github.foggara.kernel.jobmaster.log.OutboxExecutor;
import io.github.foggara.kernel.jobmaster.state.Execution;
import io.github.foggara.kernel.jobmaster.state.ExecutionState;
import io.github.foggara.kernel.jobmaster.state.JobState;
import io.github.foggara.kernel.plan.JobPlan;
import io.github.foggara.kernel.plugin.Lease;
import io.github.foggara.kernel.program.CodeOffers;
import io.github.foggara.kernel.program.Program;
import io.github.foggara.kernel.program.ProgramCode;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One time the job is brought from its log to running and down again, with what it holds. Main thread only; {@link JobLifecycle} decides,
 * this class holds and lets go.
 */
final class Life {
    private static final Logger LOG = LoggerFactory.getLogger(Life.class);

    private final String job;
    private final int attempt;
    private final Program program;
    private final Outbox outbox = new Outbox();
    private final TaskExecutorGateway executor;
    private final SplitLedger splits = new SplitLedger();
    private final SplitCuts cuts =
            new SplitCuts(splits, this::deliver, checkpoint -> coordinators().snapshot(checkpoint));
    private final Placements placements = new Placements();
    private LifeStep step = LifeStep.BEGINNING;
    private long epoch;
    private JobState state;
    private Journal journal;
    private JobEventLog log;
    private CoordinatorGateway coordinators;
    private JobPlan plan;
    private MemoryShares shares = MemoryShares.NONE;
    private Map<String, Long> memory = Map.of();
    private PlanTopology topology;
    private Partitions partitions;
    private Lease<Program> code;
    private CodeOffers.Offer offer;
    private Lease<JobEventStore> store;
    private Lease<ShuffleService> shuffle;
    private LifeCheckpoints checkpoints;
    private boolean openingLog;
    private Ending ending;
    private String cause;

    Life(String job, int attempt, Program program, TaskExecutorGateway executor) {
        this.job = job;
        this.attempt = attempt;
        this.program = program;
        this.executor = new OutboxExecutor(outbox, executor);
    }

    int attempt() {
        return attempt;
    }

    Program program() {
        return program;
    }

    /** Keeps the program's bundle from going while its code runs; null if nobody counts that. */
    void code(Lease<Program> lease) {
        code = lease;
    }

    /** Its code can be had by others until the life lets go. */
    void offer(CodeOffers.Offer made) {
        offer = made;
    }

    /** What its program consists of, for others; null before that is known. */
    ProgramCode bundles() {
        return offer == null ? null : offer.code();
    }

    /**
     * Set with the plan.
     *
     * @param limits by uid, how much bulk memory a subtask may hold, in bytes; where tasks run elsewhere it follows from their places
     */
    void memory(MemoryShares made, Map<String, Long> limits) {
        shares = made;
        memory = limits;
    }

    MemoryShares shares() {
        return shares;
    }

    Map<String, Long> memory() {
        return memory;
    }

    /** Set once, before anything else. */
    void checkpoints(LifeCheckpoints made) {
        checkpoints = made;
    }

    LifeCheckpoints checkpoints() {
        return checkpoints;
    }

    LifeStep step() {
        return step;
    }

    /** The only way to change the step. */
    void become(LifeStep next, String why) {
        if (!step.mayBecome(next)) {
            throw new IllegalStateException("Life " + attempt + " of " + job + ": " + step + " cannot become " + next);
        }
        LOG.debug("{} life {}: {} → {} ({})", job, attempt, step, next, why);
        step = next;
    }

    /** What the life does to others leaves through it. */
    Outbox outbox() {
        return outbox;
    }

    /** Through the outbox. */
    TaskExecutorGateway executor() {
        return executor;
    }

    void store(Lease<JobEventStore> lease) {
        store = lease;
    }

    /** Null if only a commit goes on. */
    Lease<JobEventStore> store() {
        return store;
    }

    /** Somebody is opening the log, or is not any more. */
    void openingLog(boolean now) {
        openingLog = now;
    }

    boolean openingLog() {
        return openingLog;
    }

    /** The log is open, and this is what it said. */
    void opened(long granted, JobEventLog opened, JobState replayed, Journal writer) {
        epoch = granted;
        log = opened;
        state = replayed;
        journal = writer;
    }

    /** The fencing epoch; 0 before the log is open. */
    long epoch() {
        return epoch;
    }

    /** Null before the log is open. */
    JobEventLog log() {
        return log;
    }

    /** Null before the log is open. */
    JobState state() {
        return state;
    }

    Journal journal() {
        return journal;
    }

    /** See {@link Journal#broken()}. */
    boolean logBroken() {
        return journal != null && journal.broken();
    }

    void coordinators(CoordinatorGateway gateway) {
        coordinators = new OutboxCoordinator(outbox, gateway);
    }

    /** Null before the life's attempt number is recorded. */
    CoordinatorGateway coordinators() {
        return coordinators;
    }

    void plan(JobPlan made) {
        plan = made;
    }

    /** Null before it is made. */
    JobPlan plan() {
        return plan;
    }

    /** The state is that of this plan. */
    void topology(PlanTopology made) {
        topology = made;
    }

    /** Null before the state is that of the plan, so before anything is deployed. */
    PlanTopology topology() {
        return topology;
    }

    SplitLedger splits() {
        return splits;
    }

    /** Which assignments stand before the cut of a checkpoint. */
    SplitCuts cuts() {
        return cuts;
    }

    /** Splits assigned while a task is not deployed wait for it in the ledger. */
    void assigned(TaskId task, List<byte[]> assigned, boolean noMore) {
        splits.add(task, assigned, noMore);
        cuts.assigned(task, assigned, noMore);
    }

    private void deliver(TaskId task, List<byte[]> assigned, boolean noMore) {
        Execution execution = state.current(task);
        if (execution.state() != ExecutionState.CREATED && !execution.state().ended()) {
            executor.addSplits(execution.id(), epoch, assigned, noMore);
        }
    }

    Placements placements() {
        return placements;
    }

    void shuffle(Lease<ShuffleService> lease, ShuffleContext context) {
        shuffle = lease;
        partitions = new Partitions(lease.service().createMaster(context));
    }

    /** Null before the plan is made. */
    Lease<ShuffleService> shuffle() {
        return shuffle;
    }

    Partitions partitions() {
        return partitions;
    }

    /** Why it ends; null if it does not. */
    Ending ending() {
        return ending;
    }

    String cause() {
        return cause;
    }

    void ending(Ending why, String words) {
        ending = why;
        cause = words;
    }

    /** Lets go of partitions, the exchange and the program; what a plugin throws at that is logged. */
    void letGo() {
        try {
            if (partitions != null) {
                partitions.close();
            }
        } catch (RuntimeException | LinkageError e) {
            LOG.warn("The shuffle of job {} was not released cleanly", job, e);
        } finally {
            partitions = null;
            checkpoints.letGo();
            close(shuffle);
            close(code);
            if (offer != null) {
                offer.close();
            }
        }
    }

    /** When nobody writes the log any more; any thread. */
    void letGoOfStore() {
        close(store);
    }

    private static void close(Lease<?> lease) {
        if (lease != null) {
            lease.close();
        }
    }
}
