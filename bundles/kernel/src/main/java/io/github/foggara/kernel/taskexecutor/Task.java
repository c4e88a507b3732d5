package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.graph.RuntimeMode;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.shuffle.ChannelEvent.CheckpointBarrier;
import io.github.foggara.api.shuffle.ChannelEvent.EndOfData;
import io.github.foggara.api.shuffle.ChannelEvent.EndOfPartition;
import io.github.foggara.api.shuffle.ResultPartition;
import io.github.foggara.api.shuffle.ShuffleEnvironment;
import io.github.foggara.kernel.config.JobOptions;
import io.github.foggara.kernel.gateway.FailureClassifier;
import io.github.foggara.kernel.gateway.FailureClassifier.Origin;
import io.github.foggara.kernel.gateway.JobMasterGateway;
import io.github.foggara.kernel.gateway.OutputDescriptor;
import io.github.foggara.kernel.gateway.TaskDeployment;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.memory.ManagedMemory;
import io.github.foggara.kernel.plugin.PluginRegistry;
import io.github.foggara.kernel.program.FailureTrace;
import io.github.foggara.kernel.program.Program;
import io.github.foggara.kernel.service.ServiceMissingException;
import io.github.foggara.kernel.taskexecutor.chain.AttemptInfo;
import io.github.foggara.kernel.taskexecutor.chain.Chain;
import io.github.foggara.kernel.taskexecutor.chain.ChainBuilder;
import io.github.foggara.kernel.taskexecutor.chain.ChainCode;
import io.github.foggara.kernel.taskexecutor.chain.ChainContext;
import io.github.foggara.kernel.taskexecutor.chain.Closing;
import io.github.foggara.kernel.taskexecutor.chain.OperatorFailure;
import io.github.foggara.kernel.taskexecutor.chain.Outputs;
import io.github.foggara.kernel.taskexecutor.mailbox.Doorbell;
import io.github.foggara.kernel.taskexecutor.mailbox.Mailbox;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * One attempt, from its program to its outcome, on a thread of its own. Start reading at {@link #live}.
 *
 * <p>From other threads: {@link #start}, {@link #cancel}, {@link #addSplits}, {@link #requestProgress},
 * {@link #reportAgain} and the accessors; all of them enqueue at most.
 */
final class Task {
    private static final Logger LOG = LoggerFactory.getLogger(Task.class);

    /** What a task gets from its executor. Immutable. */
    record Surroundings(
            EngineRuntime runtime,
            Topology.Factory topologies,
            ShuffleEnvironment shuffle,
            ProgramWait programs,
            ServiceLocator services,
            PluginRegistry plugins,
            ManagedMemory memory) {}

    private final TaskDeployment deployment;
    private final Surroundings surroundings;
    private volatile JobMasterGateway owner;
    private final Consumer<Task> onEnd;
    private final Doorbell bell;
    private final Mailbox mailbox;
    private final TaskLoop loop;
    private final TaskCheckpoints checkpoints;
    private final TaskPlugins plugins;
    private final Thread thread;
    private final TaskProgram program;
    private final List<ResultPartition> partitions = new ArrayList<>();
    private Outputs outputs;
    private Chain chain;
    private TaskInput input;
    private volatile TaskState state = TaskState.DEPLOYING;
    private volatile TaskReport outcome;
    private volatile boolean progressAsked;
    private EngineRuntime.Cancellable nextInterrupt = () -> {};
    private EngineRuntime.Cancellable quarantine = () -> {};

    /**
     * @param onEnd called by the task thread as the last thing it does; only enqueues
     */
    Task(TaskDeployment deployment, Surroundings surroundings, JobMasterGateway owner, Consumer<Task> onEnd) {
        this.deployment = deployment;
        this.owner = owner;
        this.surroundings = surroundings;
        this.onEnd = onEnd;
        EngineRuntime runtime = surroundings.runtime();
        this.bell = new Doorbell(runtime.newParker());
        this.mailbox = new Mailbox(bell);
        this.loop = new TaskLoop(runtime, mailbox, bell);
        this.plugins = new TaskPlugins(
                surroundings.plugins(), runtime, surroundings.programs().reach().programWait(), mailbox, bell);
        this.checkpoints = new TaskCheckpoints(
                runtime, plugins, mailbox, bell, report -> this.owner.report(deployment.attempt(), report));
        this.outputs = new Outputs(List.of(), mailbox, bell);
        this.program = new TaskProgram(surroundings.programs(), deployment);
        ExecutionAttemptId id = deployment.attempt();
        String name = deployment.jobName() + "/" + deployment.vertexName() + " (" + (id.subtask() + 1) + "/"
                + deployment.parallelism() + ")#" + id.attempt();
        this.thread = runtime.newThread(name, null, this::run);
    }

    void start() {
        thread.start();
    }

    /** Whether this is the first time. Exec thread. */
    boolean cancel() {
        if (mailbox.canceled()) {
            return false;
        }
        mailbox.cancel();
        return true;
    }

    /** Whether it has to end because its program goes. Exec thread. */
    boolean programLeaves() {
        return !mailbox.canceled() && program.leaves();
    }

    /** What will happen next if it does not end after cancel. Exec thread. */
    void nextInterrupt(EngineRuntime.Cancellable timer) {
        nextInterrupt = timer;
    }

    /** See {@link #nextInterrupt}. */
    void quarantine(EngineRuntime.Cancellable timer) {
        quarantine = timer;
    }

    /** It has ended or was given up: a timer that still ran would hold its class loader for minutes. Exec thread. */
    void stopTimers() {
        nextInterrupt.cancel();
        quarantine.cancel();
    }

    void addSplits(List<byte[]> splits, boolean noMore) {
        mailbox.put(() -> {
            if (chain.source() == null) {
                throw new IllegalStateException(
                        "Splits came for '" + deployment.vertexName() + "', which has no source");
            }
            if (state == TaskState.RUNNING) {
                chain.source().addSplits(splits, noMore);
            }
        });
    }

    /** Exec thread; so the next two. */
    void triggerCheckpoint(CheckpointBarrier barrier) {
        checkpoints.trigger(barrier);
    }

    void checkpointCompleted(long checkpoint) {
        checkpoints.completed(checkpoint);
    }

    void checkpointAborted(long checkpoint) {
        checkpoints.aborted(checkpoint);
    }

    /**
     * Asks for a progress report between two records, unless the last question is still unanswered or the task sleeps and has
     * done nothing since its last report: then it is not woken.
     */
    void requestProgress() {
        if (!progressAsked && !bell.isReported() && state == TaskState.RUNNING) {
            progressAsked = true;
            mailbox.put(() -> {
                progressAsked = false;
                bell.reported();
                owner.report(deployment.attempt(), progress());
            });
        }
    }

    /**
     * Tells a new owner what the former one may have been told. Exec thread, after {@link #owner(JobMasterGateway)}: the
     * task sets its state before it reports, so one of both sees the other, and a report that comes twice does no harm.
     */
    void reportAgain() {
        if (state.opened()) {
            owner.report(deployment.attempt(), new TaskReport.Running());
        }
    }

    /** One of its plugins, if it is about to leave. Any thread. */
    Optional<TaskReport.PluginLeaves> leaving() {
        return plugins.leaving();
    }

    ExecutionAttemptId id() {
        return deployment.attempt();
    }

    TaskDeployment deployment() {
        return deployment;
    }

    JobMasterGateway owner() {
        return owner;
    }

    /** From now on everything is reported to this one. Exec thread. */
    void owner(JobMasterGateway next) {
        owner = next;
    }

    Thread thread() {
        return thread;
    }

    TaskState state() {
        return state;
    }

    /** The last report, null before the end. */
    TaskReport outcome() {
        return outcome;
    }

    private void run() {
        try {
            MDC.put("job", deployment.jobName());
            MDC.put("task", thread.getName());
            outcome = live();
        } catch (Throwable t) {
            // Not even closing went through, as with memory at its end.
            outcome = FailureClassifier.failed(t, deployment.vertexName(), Origin.ENGINE);
        } finally {
            checkpoints.ended(outcome instanceof TaskReport.Finished);
            program.letGo();
            onEnd.accept(this);
            MDC.clear();
        }
    }

    private TaskReport live() {
        Closing closing = new Closing();
        try {
            build();
            open();
            input.run(loop, outputs);
            endOfData();
            awaitOthers();
            transition(TaskState.CLOSING, "everything was processed");
        } catch (Throwable t) {
            closing.add(t);
            // Asked now: a cancel that follows from this failure must not hide it.
            boolean canceled = mailbox.canceled();
            // A job that lacks a service is suspended: to readers, that is a cancel.
            boolean quiet = canceled || ServiceMissingException.behind(t) != null;
            if (!quiet) {
                closing.run(() -> giveUp(t, closing));
            }
            close(closing, quiet);
            return conclude(closing.failure(), canceled);
        }
        close(closing, false);
        return conclude(closing.failure(), false);
    }

    private void build() throws Exception {
        mailbox.checkCanceled();
        Program program = this.program.find(mailbox, bell);
        thread.setContextClassLoader(program.loader());
        ChainCode code = program.code().of(deployment.fingerprint(), ChainCode.class, ChainCode::new);
        Topology topology = surroundings.topologies().build(program, deployment);
        mailbox.checkCanceled();
        transition(TaskState.INITIALIZING, "the graph is built");
        for (OutputDescriptor output : deployment.outputs()) {
            partitions.add(surroundings.shuffle().createPartition(output.partition(), topology::newCodec, bell));
        }
        outputs = new Outputs(partitions, mailbox, bell);
        ChainContext context = new ChainContext(
                mailbox,
                outputs,
                deployment.mode() == RuntimeMode.BATCH,
                deployment.configuration().get(JobOptions.OBJECT_REUSE));
        chain = new ChainBuilder(deployment, topology, code, context, info(program, topology), bell).build();
        input = chain.source() != null
                ? new SourceInput(chain, outputs)
                : new GateInput(
                        surroundings
                                .shuffle()
                                .createGate(deployment.attempt(), deployment.channels(), topology::newCodec, bell),
                        deployment.channels(),
                        chain,
                        outputs);
        context.pauses(() -> loop.pause(input, outputs));
        checkpoints.start(chain, outputs, input);
    }

    private AttemptInfo info(Program program, Topology topology) {
        return new AttemptInfo(
                deployment.attempt(),
                deployment.jobName(),
                deployment.parallelism(),
                program.loader(),
                surroundings.services(),
                plugins,
                surroundings.runtime(),
                surroundings.memory(),
                checkpoints.begin(deployment, topology.stateTypes()),
                () -> owner.requestSplit(deployment.attempt()),
                (need, bundle) -> owner.report(deployment.attempt(), new TaskReport.ServiceLeaves(need, bundle)));
    }

    private void open() {
        chain.open();
        // An attempt that was given up while it opened has said its last word.
        mailbox.checkCanceled();
        transition(TaskState.RUNNING, "operators are open");
        owner.report(deployment.attempt(), new TaskReport.Running());
    }

    private void endOfData() {
        boolean drain = input.drained();
        transition(TaskState.END_OF_DATA, drain ? "no data will follow" : "the job stops to be resumed");
        checkpoints.finishing(true);
        if (drain) {
            chain.finish();
        }
        outputs.broadcast(new EndOfData(drain));
    }

    private void awaitOthers() throws Exception {
        transition(TaskState.WAITING, "for consumers to process, for producers to close");
        checkpoints.finishing(false);
        loop.run(() -> allIsDone() ? Turn.Outcome.END : Turn.Outcome.NOTHING, outputs);
    }

    private boolean allIsDone() {
        return input.closedByProducers() && outputs.allDataProcessed() && checkpoints.idle();
    }

    /**
     * Readers learn at once that nothing follows; what they have not read yet is void. Not after a cancel: whoever cancels
     * a producer decides about its readers as well, and a cancel must not look like a failure to them.
     */
    private void giveUp(Throwable cause, Closing closing) {
        Outputs written = partitions.isEmpty() ? outputs : new Outputs(partitions, mailbox, bell);
        // In words: an exception of a user would be looked into by their threads, and be held as long as the partition.
        String first = FailureTrace.of(Closing.cause(cause)).lines().findFirst().orElse("");
        written.fail(new IllegalStateException("The task " + thread.getName() + " failed: " + first), closing);
    }

    /** Everything once, whatever happens; with {@code quiet}, readers are not told of a failure. */
    private void close(Closing closing, boolean quiet) {
        // An interrupt that cancel sent has done its work; cleaning up must not stumble over it.
        Thread.interrupted();
        checkpoints.close(closing);
        if (chain != null) {
            chain.close(closing);
        }
        if (closing.failure() == null) {
            closing.run(() -> outputs.broadcast(new EndOfPartition()));
        } else if (!quiet) {
            closing.run(() -> giveUp(closing.failure(), closing));
        }
        for (ResultPartition partition : partitions) {
            closing.run(partition::close);
        }
        if (input != null) {
            input.close(closing);
        }
        checkpoints.release(closing);
    }

    private TaskReport conclude(Throwable failure, boolean canceled) {
        if (failure == null) {
            transition(TaskState.FINISHED, "all is closed");
            return new TaskReport.Finished(chain.committables(), progress());
        }
        if (canceled) {
            String why = program.left() ? "its program leaves" : "cancel was asked for";
            transition(program.left() ? TaskState.FAILED : TaskState.CANCELED, why);
            return program.left() ? program.failure() : new TaskReport.Canceled();
        }
        boolean building = state == TaskState.DEPLOYING;
        transition(TaskState.FAILED, Closing.cause(failure).getClass().getName());
        if (failure instanceof OperatorFailure known) {
            return FailureClassifier.failed(
                    known.getCause(), known.operator(), known.userCode() ? Origin.USER_CODE : Origin.ENGINE);
        }
        boolean ofProgram = building && !(Closing.cause(failure) instanceof ProgramWait.ProgramMissingException);
        return FailureClassifier.failed(failure, deployment.vertexName(), ofProgram ? Origin.PROGRAM : Origin.ENGINE);
    }

    private TaskReport.Progress progress() {
        return new TaskReport.Progress(input.records(), outputs.records(), input.workDone());
    }

    private void transition(TaskState next, String why) {
        LOG.debug("{}: {} → {} ({})", deployment.attempt(), state, next, why);
        state = next;
    }
}
