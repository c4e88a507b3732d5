package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorNode;
import io.github.foggara.api.graph.OperatorSpec.SourceSpec;
import io.github.foggara.api.graph.RuntimeMode;
import io.github.foggara.api.job.EnumeratorContext;
import io.github.foggara.api.job.Source;
import io.github.foggara.api.job.SplitEnumerator;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.shuffle.ShuffleService;
import io.github.foggara.api.state.StateTypes;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.kernel.gateway.FailureClassifier;
import io.github.foggara.kernel.gateway.JobMasterGateway;
import io.github.foggara.kernel.gateway.TaskDeployment;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.gateway.TaskRestore;
import io.github.foggara.kernel.memory.ManagedMemory;
import io.github.foggara.kernel.program.Program;
import io.github.foggara.kernel.runtime.OwnerThread;
import io.github.foggara.testkit.runtime.SimulatedRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** Runs a whole graph on one TaskExecutor, standing in for the JobMaster. */
final class TaskHarness implements AutoCloseable, JobMasterGateway {
    /** One message of the executor. */
    record Message(ExecutionAttemptId attempt, TaskReport report) {}

    private static final long LIMIT_SECONDS = 20;

    final QueueShuffle shuffle;
    final FakePlugins plugins = new FakePlugins();
    final ManagedMemory memory = new ManagedMemory(1_000);
    final OneProgram programs;
    final TaskExecutor executor;
    private final OwnerThread coord;
    final Map<ExecutionAttemptId, TaskReport> outcomes = new LinkedHashMap<>();
    /** What tasks said of checkpoints, by id. */
    final Map<Long, Map<ExecutionAttemptId, TaskReport>> answers = new LinkedHashMap<>();

    BiFunction<Integer, Integer, Optional<TaskRestore>> restores = (vertex, subtask) -> Optional.empty();
    Configuration configuration = Configuration.EMPTY;
    RuntimeMode mode = RuntimeMode.STREAMING;
    /** Of memory, by uid. */
    Map<String, Long> limits = Map.of();

    Plan plan;
    boolean cancelsOnFailure = true;
    volatile long epoch = 1;
    /** Coord thread only. */
    private boolean silent;

    private final long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    private final EngineRuntime runtime;
    private final Supplier<JobGraph> graphs;
    private final BlockingQueue<Message> messages = new LinkedBlockingQueue<>();
    private final Map<Integer, SplitEnumerator<?>> enumerators = new HashMap<>();

    TaskHarness(EngineRuntime runtime, Supplier<JobGraph> graphs) {
        this(runtime, graphs, new QueueShuffle(64, 256));
    }

    TaskHarness(EngineRuntime runtime, Supplier<JobGraph> graphs, QueueShuffle shuffle) {
        this(runtime, graphs, shuffle, Reach.ONE_PROCESS);
    }

    TaskHarness(EngineRuntime runtime, Supplier<JobGraph> graphs, QueueShuffle shuffle, Reach reach) {
        this.runtime = runtime;
        this.graphs = graphs;
        this.shuffle = shuffle;
        plugins.add(ShuffleService.class, "queue", shuffle);
        programs = new OneProgram(graphs);
        executor = new TaskExecutor(runtime, plugins, programs, TaskHarness::topology, plugins, memory, reach);
        executor.start();
        coord = new OwnerThread(runtime, "coord", null, t -> messages.add(failed(t)));
        coord.start();
    }

    private Message failed(Throwable cause) {
        return new Message(
                plan.attempt(0, 0),
                FailureClassifier.failed(cause, "coordinator of the test", FailureClassifier.Origin.ENGINE));
    }

    private static Topology topology(Program program, TaskDeployment deployment) {
        JobGraph graph = program.definition().graph(deployment.parameters());
        return new Topology() {
            @Override
            public JobGraph graph() {
                return graph;
            }

            @Override
            public RecordCodec<Object> codec(OperatorNode producer) {
                return new PlainCodec();
            }

            @Override
            public RecordCodec<Object> newCodec() {
                return new PlainCodec();
            }

            @Override
            public StateTypes stateTypes() {
                return new PlainStateTypes();
            }

            @Override
            public Source<?, ?> collection(OperatorNode node) {
                throw new UnsupportedOperationException();
            }
        };
    }

    /** Deploys all tasks, consumers first. */
    TaskHarness deploy() {
        plan = Plan.of(graphs.get());
        plan.memory().putAll(limits);
        for (int vertex = plan.vertices().size() - 1; vertex >= 0; vertex--) {
            deployOnly(vertex);
        }
        return this;
    }

    void deployOnly(int vertex) {
        for (int subtask = 0; subtask < plan.parallelism(vertex); subtask++) {
            deployOne(vertex, subtask, this);
        }
    }

    void deployOne(int vertex, int subtask, JobMasterGateway owner) {
        Optional<TaskRestore> restore = restores.apply(vertex, subtask);
        executor.deploy(plan.deployment(vertex, subtask, epoch, OneProgram.ID, mode, configuration, restore), owner);
    }

    /** The next attempts of vertices 0 and 1 of a pipeline of subtasks; nobody looks after those before. */
    void restart(int subtask) {
        plan.restart(0, subtask);
        plan.restart(1, subtask);
        coord.execute(() -> enumerators.remove(0));
        deployOne(1, subtask, this);
        deployOne(0, subtask, this);
    }

    /** Waits until that attempt has said its last word. */
    TaskReport await(ExecutionAttemptId attempt) throws Exception {
        while (!outcomes.containsKey(attempt)) {
            next();
        }
        return outcomes.get(attempt);
    }

    /** Runs until every task has said its last word. */
    TaskHarness run() throws Exception {
        return deploy().await();
    }

    TaskHarness runWell() throws Exception {
        run();
        failures().forEach(failed -> {
            throw new AssertionError("A task failed in " + failed.operator() + ": " + failed.trace());
        });
        return this;
    }

    TaskHarness await() throws Exception {
        int tasks = 0;
        for (int vertex = 0; vertex < plan.vertices().size(); vertex++) {
            tasks += plan.parallelism(vertex);
        }
        while (outcomes.size() < tasks) {
            next();
        }
        return this;
    }

    /** The next message of a task. */
    Message next() throws Exception {
        if (runtime instanceof SimulatedRuntime simulation) {
            simulation.await("a message of a task", () -> !messages.isEmpty());
        }
        Message message = messages.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (message == null) {
            throw new AssertionError("No end within " + LIMIT_SECONDS + " s; so far " + outcomes);
        }
        if (cancelsOnFailure
                && message.report() instanceof TaskReport.Failed
                && failures().isEmpty()) {
            cancelAll();
        }
        if (message.report() instanceof TaskReport.Acknowledged acknowledged) {
            answer(acknowledged.checkpoint(), message);
        } else if (message.report() instanceof TaskReport.Declined declined) {
            answer(declined.checkpoint(), message);
        } else if (!(message.report() instanceof TaskReport.Running)
                && !(message.report() instanceof TaskReport.Progress)) {
            said(message, outcomes.put(message.attempt(), message.report()));
        }
        return message;
    }

    private void answer(long checkpoint, Message message) {
        said(
                message,
                answers.computeIfAbsent(checkpoint, c -> new LinkedHashMap<>())
                        .put(message.attempt(), message.report()));
    }

    private static void said(Message message, TaskReport before) {
        if (before != null) {
            throw new AssertionError(message + " after " + before);
        }
    }

    void awaitRunning(int vertex) throws Exception {
        Message message = next();
        while (!(message.report() instanceof TaskReport.Running)
                || message.attempt().vertex() != vertex) {
            message = next();
        }
    }

    void cancelAll() {
        for (int vertex = 0; vertex < plan.vertices().size(); vertex++) {
            for (int subtask = 0; subtask < plan.parallelism(vertex); subtask++) {
                executor.cancel(plan.attempt(vertex, subtask), epoch);
            }
        }
    }

    TaskReport outcome(int vertex, int subtask) {
        return outcomes.get(plan.attempt(vertex, subtask));
    }

    List<TaskReport.Failed> failures() {
        List<TaskReport.Failed> failed = new ArrayList<>();
        outcomes.values().forEach(report -> {
            if (report instanceof TaskReport.Failed failure) {
                failed.add(failure);
            }
        });
        return failed;
    }

    @Override
    public void report(ExecutionAttemptId attempt, TaskReport report) {
        messages.add(new Message(attempt, report));
    }

    @Override
    public void requestSplit(ExecutionAttemptId attempt) {
        coord.execute(() -> {
            if (silent || !attempt.equals(plan.attempt(attempt.vertex(), attempt.subtask()))) {
                return;
            }
            try {
                enumerators.computeIfAbsent(attempt.vertex(), this::enumerator).handleSplitRequest(attempt.subtask());
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    /** No split is given out any more when this returns: every order that follows is the test's own. */
    void giveOutNothingMore() throws InterruptedException {
        CountDownLatch reached = new CountDownLatch(1);
        coord.execute(() -> {
            silent = true;
            reached.countDown();
        });
        reached.await();
    }

    @SuppressWarnings("unchecked")
    private SplitEnumerator<?> enumerator(int vertex) {
        OperatorNode node = plan.graph().node(plan.vertices().get(vertex).get(0));
        Source<Object, Object> source = (Source<Object, Object>) ((SourceSpec) node.spec()).source();
        return source.createEnumerator(new EnumeratorContext<>() {
            @Override
            public int parallelism() {
                return plan.parallelism(vertex);
            }

            @Override
            public void assign(int subtask, Object split) {
                byte[] bytes = source.splitCodec().encode(split);
                executor.addSplits(plan.attempt(vertex, subtask), epoch, List.of(bytes), false);
            }

            @Override
            public void noMoreSplits(int subtask) {
                executor.addSplits(plan.attempt(vertex, subtask), epoch, List.of(), true);
            }

            @Override
            public void totalWork(long units) {}
        });
    }

    @Override
    public void attempts(List<ExecutionAttemptId> running) {
        throw new IllegalStateException("nobody asked for the attempts");
    }

    @Override
    public void released() {
        messages.add(new Message(null, new TaskReport.Canceled()));
    }

    /** Lets go of the job and waits for the answer. */
    TaskHarness release() throws Exception {
        executor.releaseJob(plan.job(), epoch, this);
        Message message = next();
        while (message.attempt() != null) {
            message = next();
        }
        outcomes.remove(null);
        return this;
    }

    @Override
    public void close() throws Exception {
        executor.close();
        coord.stop();
        if (runtime instanceof SimulatedRuntime simulation) {
            simulation.await(
                    "the exec thread", () -> simulation.ended(executor.owner().thread()));
        }
        executor.join(Duration.ofSeconds(LIMIT_SECONDS));
        if (executor.owner().thread().isAlive()) {
            throw new AssertionError("The exec thread did not end");
        }
    }
}
