package io.github.foggara.api.function;

import io.github.foggara.api.state.AggregatingState;
import io.github.foggara.api.state.AggregatingStateDescriptor;
import io.github.foggara.api.state.BroadcastState;
import io.github.foggara.api.state.ListState;
import io.github.foggara.api.state.ListStateDescriptor;
import io.github.foggara.api.state.MapState;
import io.github.foggara.api.state.MapStateDescriptor;
import io.github.foggara.api.state.ReducingState;
import io.github.foggara.api.state.ReducingStateDescriptor;
import io.github.foggara.api.state.ValueState;
import io.github.foggara.api.state.ValueStateDescriptor;
import org.osgi.annotation.versioning.ProviderType;

/** What a function may know about where it runs. Task thread only. */
@ProviderType
public interface RuntimeContext {
    String jobName();

    /** Name of the operator this function belongs to. */
    String operatorName();

    /** From 0. */
    int subtask();

    int parallelism();

    /** From 0; grows with each restart of this subtask. */
    int attempt();

    /**
     * Holds an OSGi service until the task closes; of several, the one with the highest ranking. Only in {@code open}.
     *
     * <p>When the service leaves while it is held, because it is unregistered, does not match the filter any more, or its
     * bundle stops, the job is SUSPENDED with that cause: its tasks are cancelled and close, and the bundle that leaves waits
     * for that, bounded. The job starts again by itself when a service that matches is there.
     *
     * <p>A service that is missing is waited for in the same way, if the exception leaves {@code open}: the job is SUSPENDED,
     * and its cause names type and filter, so that a misspelt filter shows. A function that can do without the service
     * catches the exception; it is not told when one comes.
     *
     * @param type interface of the service, as the job's bundle sees it
     * @param filter OSGi filter, or null for any
     * @throws IllegalStateException if there is none, naming type and filter; if its bundle could not make it; outside
     *     {@code open}. The job fails with the latter two
     * @throws IllegalArgumentException if the filter cannot be read
     */
    <S> S service(Class<S> type, String filter);

    /**
     * State of the current key; only in functions behind a keyed edge, and only in {@code open}. Ask once, keep it in a field.
     *
     * @throws IllegalStateException outside {@code open}; without a keyed edge; if the name stands for a state of another kind or type
     * @throws io.github.foggara.api.state.IncompatibleStateException if what the job restarts from does not fit, naming both
     */
    default <T> ValueState<T> state(ValueStateDescriptor<T> descriptor) {
        throw noState();
    }

    /** See {@link #state(ValueStateDescriptor)}. */
    default <T> ListState<T> state(ListStateDescriptor<T> descriptor) {
        throw noState();
    }

    /** See {@link #state(ValueStateDescriptor)}. */
    default <K, V> MapState<K, V> state(MapStateDescriptor<K, V> descriptor) {
        throw noState();
    }

    /** See {@link #state(ValueStateDescriptor)}. */
    default <T> ReducingState<T> state(ReducingStateDescriptor<T> descriptor) {
        throw noState();
    }

    /** See {@link #state(ValueStateDescriptor)}. */
    default <I, A, O> AggregatingState<I, O> state(AggregatingStateDescriptor<I, A, O> descriptor) {
        throw noState();
    }

    /**
     * A list of this subtask, in any function; its elements are spread anew when the parallelism changes. Only in {@code open}, where it
     * holds what the job restarts from.
     *
     * @throws IllegalStateException outside {@code open}; if the name stands for a state of another kind or type
     */
    default <T> ListState<T> operatorState(ListStateDescriptor<T> descriptor) {
        throw noState();
    }

    /** As {@link #operatorState}, but after a restart every subtask has the elements of all. */
    default <T> ListState<T> unionState(ListStateDescriptor<T> descriptor) {
        throw noState();
    }

    /** A map that all subtasks keep alike, because each of them makes the same changes. As {@link #operatorState}. */
    default <K, V> BroadcastState<K, V> broadcastState(MapStateDescriptor<K, V> descriptor) {
        throw noState();
    }

    private UnsupportedOperationException noState() {
        return new UnsupportedOperationException("Operator '" + operatorName() + "' has no state where it runs now");
    }
}
