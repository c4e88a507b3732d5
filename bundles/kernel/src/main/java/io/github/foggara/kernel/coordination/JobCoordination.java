package io.github.foggara.kernel.coordination;

import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorNode;
import io.github.foggara.api.graph.OperatorSpec.CollectionSpec;
import io.github.foggara.api.graph.OperatorSpec.SourceSpec;
import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.api.job.JobParameters;
import io.github.foggara.api.job.Source;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.kernel.config.JobOptions;
import io.github.foggara.kernel.plan.ChainPlanner;
import io.github.foggara.kernel.plan.JobPlan;
import io.github.foggara.kernel.plan.PlanVertex;
import io.github.foggara.kernel.program.Program;
import io.github.foggara.kernel.runtime.OwnerThread;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Enumerators and committers of one life of a job, on a thread of their own. What the user's code throws fails the job; what
 * it throws while closing is only logged.
 */
public final class JobCoordination implements CoordinatorGateway {
    private static final Logger LOG = LoggerFactory.getLogger(JobCoordination.class);

    /**
     * @param configuration accepted options
     */
    public record Run(
            JobId id, String jobName, Program program, JobParameters parameters, Configuration configuration) {}

    private final Run run;
    private final Topologies topologies;
    private final CoordinationListener listener;
    private final OwnerThread thread;
    private volatile boolean closing;

    private JobGraph graph;
    private JobPlan plan;
    private final Map<Integer, SourceCoordinator<?>> sources = new HashMap<>();
    private final SinkCoordinators sinks;

    /**
     * Starts the thread.
     *
     * @param watched told of the thread, for the watchdog
     */
    public JobCoordination(
            Run run,
            Topologies topologies,
            EngineRuntime runtime,
            CoordinationListener listener,
            Consumer<OwnerThread> watched) {
        this.run = run;
        this.topologies = topologies;
        this.listener = listener;
        this.sinks = new SinkCoordinators(run.jobName());
        this.thread = new OwnerThread(
                runtime,
                "foggara-coord-" + run.jobName(),
                run.program().loader(),
                t -> fail("The coordinator failed", t));
        thread.runsUserCode();
        thread.execute(() -> MDC.put("job", run.jobName()));
        thread.start();
        watched.accept(thread);
    }

    @Override
    public void prepare() {
        enqueue("The program '" + run.program().id().name() + "' cannot be used", this::define);
    }

    @Override
    public void open(Opening opening) {
        enqueue("The job cannot start", () -> openAll(opening));
    }

    @Override
    public void snapshot(long checkpoint) {
        enqueue("The state of the sources was not found", () -> {
            new EnumeratorSnapshot(sources.values(), listener).take(checkpoint);
            return null;
        });
    }

    @Override
    public void commitCheckpoint(long checkpoint, Map<String, List<byte[]>> committables) {
        enqueue("The output of checkpoint " + checkpoint + " was not published", () -> {
            sinks.commit(checkpoint, committables);
            listener.checkpointCommitted(checkpoint);
            return null;
        });
    }

    @Override
    public void requestSplit(int vertex, int subtask) {
        enqueue("A split was not found", () -> {
            SourceCoordinator<?> source = sources.get(vertex);
            if (source != null) {
                source.request(subtask);
            }
            return null;
        });
    }

    @Override
    public void prepareCommit(Map<String, List<byte[]>> committables) {
        enqueue("The output cannot be published", () -> {
            sinks.prepare(committables);
            listener.commitPrepared();
            return null;
        });
    }

    @Override
    public void commit(Map<String, List<byte[]>> committables) {
        enqueue("The output was not published", () -> {
            sinks.commit(committables);
            listener.committed();
            return null;
        });
    }

    @Override
    public void commitAgain(Map<String, List<byte[]>> committables) {
        enqueue("The output was not published", () -> {
            makeCommitters();
            sinks.commit(committables);
            listener.committed();
            return null;
        });
    }

    @Override
    public void close(Leftover leftover) {
        closing = true;
        thread.execute(() -> {
            Thread.interrupted();
            for (SinkCoordinator sink : sinks.drain()) {
                quietly("Letting go of the output of sink '" + sink.name() + "'", () -> sink.close(leftover));
            }
            for (SourceCoordinator<?> source : sources.values()) {
                quietly("Closing the enumerator of source '" + source.name() + "'", source::close);
            }
            sources.clear();
            graph = null;
            listener.closed();
        });
        thread.stop();
    }

    @Override
    public void interrupt() {
        thread.thread().interrupt();
    }

    private Void define() {
        Configuration configuration = run.configuration();
        String fingerprint =
                topologies.check(run.program(), run.parameters(), configuration.get(JobOptions.DEFINE_TIMEOUT));
        graph = topologies.define(run.program(), run.parameters());
        if (!fingerprint.equals(topologies.fingerprint(graph))) {
            throw new JobDefinitionException("The program defined different graphs for the same arguments:"
                    + " define must depend on nothing but its parameters");
        }
        plan = ChainPlanner.plan(graph, fingerprint, configuration.withDefaults(graph.options()));
        listener.planned(plan);
        return null;
    }

    private void makeCommitters() {
        sinks.make(graph, new ReportingContext(run.id(), run.jobName(), listener));
    }

    private Void openAll(Opening opening) throws Exception {
        makeCommitters();
        sinks.requireApart();
        if (opening.checkpoints()) {
            sinks.requireCheckpoints();
        }
        for (PlanVertex vertex : plan.vertices()) {
            for (String uid : vertex.chain()) {
                OperatorNode node = graph.node(uid);
                if (node.spec() instanceof SourceSpec spec) {
                    openSource(vertex, node, spec.source(), opening.restored());
                } else if (node.spec() instanceof CollectionSpec spec) {
                    openSource(vertex, node, topologies.collectionSource(graph, spec), opening.restored());
                }
            }
        }
        boolean kept = sinks.open(opening);
        tellTotalWork();
        listener.opened(kept);
        return null;
    }

    private <S> void openSource(
            PlanVertex vertex, OperatorNode node, Source<?, S> source, Optional<Opening.Restored> restored)
            throws Exception {
        SourceCoordinator<S> coordinator =
                new SourceCoordinator<>(vertex, node.name(), source, listener, this::tellTotalWork, this::after);
        sources.put(vertex.index(), coordinator);
        coordinator.start(restored.map(from -> from.enumerators().get(node.uid())));
        if (restored.isPresent() && !source.replayable()) {
            listener.lost(gap(node.name(), restored.get().checkpoint()));
        }
    }

    private static String gap(String source, long checkpoint) {
        return "The source '" + source + "' cannot be read again: what came to it after checkpoint " + checkpoint
                + " until the restart is lost";
    }

    private void tellTotalWork() {
        long total = 0;
        for (SourceCoordinator<?> source : sources.values()) {
            if (source.totalWork() < 0) {
                total = -1;
                break;
            }
            total += source.totalWork();
        }
        listener.totalWork(total);
    }

    private void enqueue(String failure, Callable<Void> action) {
        thread.execute(() -> run(failure, action));
    }

    private EngineRuntime.Cancellable after(Duration delay, Callable<Void> action) {
        return thread.schedule(
                Math.max(0, delay.toNanos()), () -> run("A source could not look for more input", action));
    }

    private void run(String failure, Callable<Void> action) {
        if (closing) {
            return;
        }
        try {
            action.call();
        } catch (Exception | LinkageError | StackOverflowError | AssertionError e) {
            fail(failure, e);
        }
    }

    private void fail(String what, Throwable cause) {
        String words = CoordinationFailure.describe(what, cause);
        if (closing) {
            LOG.info("While closing: {}", words);
        } else {
            // Whoever is told of the failure warns about it.
            LOG.info("{}", words);
            listener.failed(CoordinationFailure.kind(cause), words);
        }
    }

    private static void quietly(String what, Closing action) {
        try {
            action.close();
        } catch (Exception | LinkageError | StackOverflowError | AssertionError e) {
            LOG.warn("{}", CoordinationFailure.describe(what + " failed", e));
        }
    }

    /** May throw anything. */
    private interface Closing {
        void close() throws Exception;
    }
}
