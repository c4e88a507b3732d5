package io.github.foggara.api.task;

import io.github.foggara.api.function.RuntimeContext;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.state.FormerSegments;
import io.github.foggara.api.state.KeyGroupRange;
import io.github.foggara.api.state.KeyGrouping;
import io.github.foggara.api.state.SegmentedState;
import io.github.foggara.api.state.StateTypes;
import io.github.foggara.api.types.RecordCodec;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.osgi.annotation.versioning.ProviderType;

/**
 * What an operator that a plugin made may know and use, beyond what a function may. Task thread only, except what {@link #execute}
 * runs. Valid from {@code open} to {@code close}.
 */
@ProviderType
public interface TaskContext extends RuntimeContext {
    /**
     * A new codec for the records of one input, from 0. It takes records of all registered types; one of another type is refused with the
     * line to add.
     */
    RecordCodec<Object> inputCodec(int input);

    /** Class of the records of one input; {@code Object} if the job's graph does not know it, or its producers differ. */
    Class<?> inputType(int input);

    /** A new codec for the records it emits. See {@link #inputCodec}. */
    RecordCodec<Object> outputCodec();

    /** The types of the job, for codecs of what else it keeps. */
    StateTypes types();

    Configuration configuration();

    /** Key groups of this subtask. */
    KeyGroupRange keyGroups();

    /** A new function that says which key group a key belongs to. */
    KeyGrouping grouping();

    /**
     * Whether snapshots may be asked for, as in STREAMING mode with checkpoints: then all that it holds of its records has to be in its
     * state.
     */
    boolean takesSnapshots();

    /**
     * Whether the type table of the job's types equals the one a snapshot was written with: then its bytes mean the same now.
     */
    boolean sameTypes(StateTypes written);

    /**
     * Registers the state that it keeps itself; once, only in {@code open}.
     *
     * @param scope how it is spread after a restart
     * @return what it takes over, by former subtask: empty for a fresh start; with another parallelism of several former subtasks
     */
    List<FormerSegments> segments(SegmentedState state, SegmentedState.Scope scope);

    /**
     * A share of the container's bulk memory ({@code taskmanager.memory.managed.size}), accounted until it is closed, at the latest when
     * the task closes. Only in {@code open}.
     *
     * @param minimum in bytes, below which the operator cannot work
     * @param wanted in bytes, at least {@code minimum}
     * @return one of {@code minimum} to {@code wanted} bytes
     * @throws IllegalStateException if less than the minimum is free, naming both and who holds how much
     */
    MemoryReservation reserve(long minimum, long wanted);

    /**
     * For loops over many records in {@code pull}, {@code endInput} and {@code finish}: serves mails and waits until outputs have room, as
     * the engine does between two records. An operator that begins its chain may be asked for a snapshot meanwhile, but not in {@code
     * finish}; of others none is taken before the chain has finished.
     */
    void betweenRecords() throws Exception;

    /**
     * For work between two records that takes longer than some milliseconds: ends the task if it was cancelled. Does nothing in {@code
     * close}.
     */
    void checkCanceled();

    /**
     * Waits for work that {@link #execute} was given; meanwhile serves nothing but cancel, which it throws at once. In {@code close} it
     * does not look at cancel, so that nothing of the operator runs any more when that returns: have the work end first.
     *
     * @throws Exception what the stage ended with
     */
    <T> T await(CompletionStage<T> stage) throws Exception;

    /**
     * Runs blocking work on a thread of the io pool; it may touch nothing that belongs to the task, and throws nothing. Nobody waits for it
     * but the operator, in {@code close} at the latest.
     */
    void execute(Runnable work);
}
