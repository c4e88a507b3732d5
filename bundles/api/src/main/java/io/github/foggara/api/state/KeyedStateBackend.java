package io.github.foggara.api.state;

import java.io.IOException;
import java.io.InputStream;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Purpose: the state per key of one operator of one attempt. Thread: task, except what a {@link KeyedSnapshot} does. Nothing blocks but
 * {@link #restore}. What user code hands in or gets may be mutable: it is copied by its codec on the way in unless it is deeply immutable
 * or the job reuses objects.
 */
@ProviderType
public interface KeyedStateBackend extends AutoCloseable {
    /**
     * The states speak of this key from now on.
     *
     * @param key not null; {@code Long}, {@code Integer} and {@code String} have tables of their own
     */
    void currentKey(Object key);

    /** There is no current key until the next {@link #currentKey}, as at the beginning: states then throw IllegalStateException. */
    void noKey();

    /**
     * @throws IllegalStateException if the name stands for a state of another kind or type
     */
    <T> ValueState<T> state(ValueStateDescriptor<T> descriptor);

    <T> ListState<T> state(ListStateDescriptor<T> descriptor);

    <K, V> MapState<K, V> state(MapStateDescriptor<K, V> descriptor);

    <T> ReducingState<T> state(ReducingStateDescriptor<T> descriptor);

    <I, A, O> AggregatingState<I, O> state(AggregatingStateDescriptor<I, A, O> descriptor);

    /**
     * The state as it is now. Short, whatever its size: what changes afterwards does not show in it.
     *
     * @throws IllegalStateException while an earlier one is not closed
     */
    KeyedSnapshot snapshot();

    /**
     * Takes over one key group that a snapshot wrote. Before the first record; states may be asked for before or after. A state of the
     * snapshot that the operator never asks for is kept and written again.
     *
     * @param written types of that snapshot
     * @param in untrusted
     * @throws IncompatibleStateException if it does not fit a state, naming both
     * @throws IOException if it is damaged
     */
    void restore(int keyGroup, StateTypes written, InputStream in) throws IOException;

    /** Keys times states that are there now, roughly: for metrics. */
    long entries();

    @Override
    void close();
}
