package io.github.foggara.streams;

import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorSpec;
import io.github.foggara.api.graph.RuntimeMode;
import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.api.job.Source;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/**
 * Where a program begins: sources, record types and options of one job. Belongs to one call of
 * {@link JobProgram#define} and to its thread; later or foreign calls are refused with an
 * {@link IllegalStateException}.
 */
public final class StreamEnvironment {
    private static final String RUNTIME_MODE = "execution.runtime-mode";

    private final GraphDraft draft = new GraphDraft();

    StreamEnvironment() {}

    /** Reads from an outside system, with the source itself as name. */
    public <T, S> DataStream<T> fromSource(Source<T, S> source) {
        return fromSource(source, "source");
    }

    /**
     * Reads from an outside system.
     *
     * @param name shown to users
     */
    public <T, S> DataStream<T> fromSource(Source<T, S> source, String name) {
        if (source == null) {
            throw new JobDefinitionException("fromSource got null instead of a source (name '" + name + "')");
        }
        OperatorDraft operator = draft.add("source", new OperatorSpec.SourceSpec(source), List.of());
        draft.types().sourceOutput(operator, source);
        return new DataStream<T>(draft, operator).name(name);
    }

    /**
     * The given records, in a bounded source. They are encoded at submission and divided between the subtasks.
     *
     * @throws JobDefinitionException if there is none, or one is null
     */
    public <T> DataStream<T> fromCollection(Collection<? extends T> records) {
        if (records == null || records.isEmpty() || records.stream().anyMatch(Objects::isNull)) {
            throw new JobDefinitionException("fromCollection needs at least one record, and none of them null");
        }
        List<T> copy = List.copyOf(records);
        OperatorDraft operator = draft.add("collection", new OperatorSpec.CollectionSpec(copy), List.of());
        draft.types().collectionOutput(operator, copy);
        return new DataStream<>(draft, operator);
    }

    /** Like {@link #fromCollection}. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public final <T> DataStream<T> fromElements(T... records) {
        return fromCollection(Arrays.asList(records));
    }

    /**
     * The whole numbers from {@code from} to {@code to}, both included, cut into ranges that the subtasks share. Within a
     * range they come in ascending order.
     *
     * @throws JobDefinitionException if {@code from > to}, or there are more than 2^63-1 numbers
     */
    public DataStream<Long> fromSequence(long from, long to) {
        return fromSource(new SequenceSource(from, to), "sequence " + from + " to " + to);
    }

    /**
     * Makes types known that the engine cannot see in the functions: subclasses, elements of collections, what a lambda
     * emits into a collector.
     *
     * @throws JobDefinitionException for types that cannot be encoded, naming the reason
     */
    public StreamEnvironment register(Class<?>... types) {
        draft.types().registerExplicitly(types);
        return this;
    }

    /** Whether keyed aggregates emit an update per record or one final result; the job's configuration wins over it. */
    public StreamEnvironment runtimeMode(RuntimeMode mode) {
        if (mode == null) {
            throw new JobDefinitionException("runtimeMode got null; give STREAMING, BATCH or AUTOMATIC");
        }
        return option(RUNTIME_MODE, mode.name());
    }

    /** Sets an option of this job; the job's configuration wins over it. The last call for a key counts. */
    public StreamEnvironment option(String key, String value) {
        if (key == null || key.isBlank() || value == null) {
            throw new JobDefinitionException(
                    "option needs a key and a value, got key '" + key + "', value '" + value + "'");
        }
        draft.option(key, value);
        return this;
    }

    /** Ends the drawing. */
    JobGraph graph() {
        return draft.build();
    }
}
