package io.github.foggara.kernel.program;

import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.api.job.JobParameters;
import io.github.foggara.api.job.ObservedArguments;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.runtime.Parker;
import io.github.foggara.kernel.config.EditDistance;
import io.github.foggara.kernel.serialization.TypeTable;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls programs. Any thread. */
public final class ProgramGraphs {
    private static final Logger LOG = LoggerFactory.getLogger(ProgramGraphs.class);

    public static final Duration DEFAULT_LIMIT = Duration.ofSeconds(10);

    private final EngineRuntime runtime;
    private final Duration limit;

    /**
     * @param limit for both calls of {@code define} at submission together, more than 0
     */
    public ProgramGraphs(EngineRuntime runtime, Duration limit) {
        this.runtime = runtime;
        this.limit = limit;
    }

    /**
     * Builds the graph twice on a thread of its own and compares; before that once more to see which arguments the program
     * asks for, if there are any. Does not wait.
     *
     * @return completes on that thread, or on the runtime's timer when the limit has passed: continue with
     *     {@code whenCompleteAsync(…, owner)}. Fails with a {@link JobDefinitionException} for whatever is wrong with the
     *     program: it threw, was too slow, built two different graphs, never asked for an argument, or
     *     a function carries what it must not. If it is cancelled, the program is interrupted.
     */
    public CompletableFuture<BuiltGraph> submit(Program program, JobParameters parameters) {
        CompletableFuture<BuiltGraph> result = new CompletableFuture<>();
        Thread thread = runtime.newThread(
                "foggara-define-" + program.id().name(), program.loader(), () -> complete(result, program, parameters));
        EngineRuntime.Cancellable timer = runtime.schedule(limit.toNanos(), () -> {
            if (result.completeExceptionally(tooSlow(program))) {
                thread.interrupt();
            }
        });
        result.whenComplete((graph, error) -> {
            timer.cancel();
            if (error instanceof CancellationException) {
                thread.interrupt();
            }
        });
        thread.start();
        return result;
    }

    /**
     * As {@link #submit}, and waits; for threads that may block.
     *
     * @throws JobDefinitionException also if the calling thread is interrupted; its flag stays set
     */
    public BuiltGraph submitAndWait(Program program, JobParameters parameters) {
        CompletableFuture<BuiltGraph> result = submit(program, parameters);
        Parker parker = runtime.newParker();
        result.whenComplete((graph, error) -> parker.unpark());
        while (!result.isDone()) {
            parker.park();
            if (Thread.currentThread().isInterrupted()) {
                result.cancel(false);
                throw new JobDefinitionException("Interrupted while the program " + program.id() + " defined its job");
            }
        }
        try {
            return result.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof JobDefinitionException refused) {
                throw refused;
            }
            throw new JobDefinitionException(
                    "The program " + program.id() + " failed while it defined the job: "
                            + FailureTrace.of(e.getCause()),
                    e.getCause());
        }
    }

    /**
     * Builds the graph on the calling thread, for the attempt that runs there.
     *
     * @param fingerprint of the graph that was submitted
     * @throws JobDefinitionException if the program throws or builds another graph than the submitted one
     */
    public static BuiltGraph build(Program program, JobParameters parameters, String fingerprint) {
        BuiltGraph built = build(program, parameters);
        if (!built.fingerprint().hash().equals(fingerprint)) {
            throw new JobDefinitionException(
                    "The program " + program.id() + " built another graph here than at"
                            + " submission: it must yield the same graph for the same parameters, in every container. Take times"
                            + " and random seeds from JobParameters, and do not read files, clocks or the environment in define");
        }
        return built;
    }

    /** Builds the graph on the calling thread, without comparing it. */
    public static BuiltGraph build(Program program, JobParameters parameters) {
        JobGraph graph = UserCode.call(program.loader(), () -> define(program, parameters));
        // Reading captured values runs user code too: accessors of records, hash codes.
        return UserCode.call(program.loader(), () -> {
            TypeTable types = TypeTable.of(graph);
            return new BuiltGraph(graph, types, Fingerprint.of(graph, types));
        });
    }

    private static JobGraph define(Program program, JobParameters parameters) {
        JobGraph graph;
        try {
            graph = program.definition().graph(parameters);
        } catch (JobDefinitionException e) {
            throw e;
        } catch (Exception | LinkageError | StackOverflowError e) {
            throw new JobDefinitionException(
                    "The program " + program.id() + " failed while it defined the job: " + FailureTrace.of(e), e);
        }
        if (graph == null) {
            throw new JobDefinitionException("The program " + program.id() + " returned no graph");
        }
        return graph;
    }

    private static void complete(CompletableFuture<BuiltGraph> result, Program program, JobParameters parameters) {
        try {
            refuseSurplus(program, parameters);
            BuiltGraph first = build(program, parameters);
            BuiltGraph second = build(program, parameters);
            first.fingerprint().difference(second.fingerprint()).ifPresent(difference -> {
                throw new JobDefinitionException("The program " + program.id()
                        + " built two different graphs from the same parameters: " + difference
                        + ". Take times and random seeds from JobParameters (submissionTime, seed)");
            });
            SharedInstances.check(first.graph(), second.graph());
            second.graph().warnings().forEach(warning -> LOG.warn("Program {}: {}", program.id(), warning));
            result.complete(second);
        } catch (Throwable t) {
            result.completeExceptionally(t);
        }
    }

    /**
     * An argument that the program never looks at is most likely a mistyped one: the user would wait for its effect. Seen by
     * one more definition, whose graph is thrown away.
     */
    private static void refuseSurplus(Program program, JobParameters parameters) {
        if (parameters.arguments().isEmpty()) {
            return;
        }
        ObservedArguments observed = new ObservedArguments(parameters.arguments());
        try {
            build(program, new JobParameters(observed, parameters.submissionTime(), parameters.seed()));
        } catch (JobDefinitionException e) {
            // What is wrong is told by the definitions that count. If nothing is, a function carries the parameters as
            // they are, and asks for them when it runs.
            return;
        }
        for (String name : observed.surplus()) {
            throw noSuchArgument(program, name, observed.asked());
        }
    }

    private static JobDefinitionException noSuchArgument(Program program, String name, Set<String> known) {
        String hint = EditDistance.nearest(name, known)
                .map(n -> " Did you mean '" + n + "'?")
                .orElse("");
        return new JobDefinitionException("The program '" + program.id().name() + "' has no argument '" + name + "'."
                + hint + " It asked for: " + (known.isEmpty() ? "none" : String.join(", ", known)));
    }

    private JobDefinitionException tooSlow(Program program) {
        return new JobDefinitionException("The program " + program.id() + " did not define its job within "
                + limit.toMillis()
                + " ms. define only describes the job: load models, open connections and read files in"
                + " open, or raise job.define-timeout");
    }
}
