package io.github.foggara.streams;

import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorSpec;
import io.github.foggara.api.graph.Partitioning;
import io.github.foggara.api.graph.StreamEdge;
import io.github.foggara.api.job.JobDefinitionException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The drawing of one call of define; turns into the graph when the program has returned. */
final class GraphDraft {
    private final List<OperatorDraft> operators = new ArrayList<>();
    private final Map<String, String> options = new HashMap<>();
    private final TypeDraft types = new TypeDraft();
    private final FunctionCheck functions = new FunctionCheck(types);
    private final Thread thread = Thread.currentThread();
    private final List<Runnable> atEnd = new ArrayList<>();
    private boolean built;

    TypeDraft types() {
        checkOpen();
        return types;
    }

    FunctionCheck functions() {
        return functions;
    }

    void option(String key, String value) {
        checkOpen();
        options.put(key, value);
    }

    OperatorDraft add(String kind, OperatorSpec spec, List<Input> inputs) {
        checkOpen();
        OperatorDraft operator = new OperatorDraft(operators.size() + 1, kind, spec, inputs);
        operators.add(operator);
        return operator;
    }

    /** How messages name the operator that the next {@link #add} makes. */
    String next(String kind) {
        return "'" + kind + "' (uid " + kind + "-" + (operators.size() + 1) + ")";
    }

    /** What can only be known or checked when the program has returned. In the order of the calls. */
    void atEnd(Runnable work) {
        atEnd.add(work);
    }

    void checkOpen() {
        if (built || Thread.currentThread() != thread) {
            throw new IllegalStateException("A StreamEnvironment and its streams belong to one call of define and its "
                    + "thread; do not keep them in fields or hand them to other threads");
        }
    }

    JobGraph build() {
        checkOpen();
        atEnd.forEach(Runnable::run);
        checkUids();
        List<StreamEdge> edges = new ArrayList<>();
        for (OperatorDraft operator : operators) {
            Set<OperatorDraft> producers = new HashSet<>();
            for (Input input : operator.inputs()) {
                if (!producers.add(input.producer())) {
                    throw new JobDefinitionException("Operator " + operator + " reads " + input.producer()
                            + " twice: a stream cannot be united with itself. Put an operator of its own between, "
                            + "for example .map(...)");
                }
                edges.add(edge(input, operator));
            }
        }
        built = true;
        return new JobGraph(
                operators.stream().map(OperatorDraft::node).toList(),
                edges,
                types.registrations(),
                options,
                LostOrder.warnings(operators, edges));
    }

    private void checkUids() {
        Map<String, OperatorDraft> byUid = new HashMap<>();
        for (OperatorDraft operator : operators) {
            OperatorDraft other = byUid.putIfAbsent(operator.uid(), operator);
            if (other != null) {
                throw new JobDefinitionException("The operators " + other + " and " + operator
                        + " have the same uid; uids are unique in a job. Change one of them with .uid(...)");
            }
        }
    }

    private static StreamEdge edge(Input input, OperatorDraft consumer) {
        OperatorDraft producer = input.producer();
        boolean equal = producer.parallelism() == consumer.parallelism();
        Partitioning partitioning = input.partitioning();
        if (partitioning == null) {
            partitioning = equal ? new Partitioning.Forward() : new Partitioning.Rebalance();
        }
        if (partitioning instanceof Partitioning.Forward) {
            if (!equal) {
                throw new JobDefinitionException("forward from " + producer + " with " + words(producer) + " to "
                        + consumer + " with " + words(consumer)
                        + " is not possible: set the same parallelism for both, or use rescale or rebalance");
            }
        } else if (producer.outputType() == null) {
            throw new JobDefinitionException("The type of the records of " + producer + " is not known, but they go to "
                    + consumer + " by "
                    + partitioning.getClass().getSimpleName().toLowerCase(Locale.ROOT)
                    + ". Add .returns(TheType.class) behind it, or give a method reference instead of a lambda");
        }
        return new StreamEdge(producer.uid(), consumer.uid(), input.index(), partitioning);
    }

    private static String words(OperatorDraft operator) {
        return operator.parallelism() == 0 ? "the job's default parallelism" : "parallelism " + operator.parallelism();
    }
}
