package io.github.foggara.api.state;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/** Purpose: the state of one operator of one attempt that belongs to no key. Thread: task. Nothing blocks but {@link #restore}. */
@ProviderType
public interface OperatorStateBackend extends AutoCloseable {
    /** Its elements are spread over the subtasks when their number changes. */
    <T> ListState<T> listState(ListStateDescriptor<T> descriptor);

    /** After a restart every subtask has the elements of all. */
    <T> ListState<T> unionListState(ListStateDescriptor<T> descriptor);

    <K, V> BroadcastState<K, V> broadcastState(MapStateDescriptor<K, V> descriptor);

    /** A copy of everything, encoded: operator state is small. */
    List<Part> snapshot() throws IOException;

    /**
     * Takes over parts that a snapshot made. For split lists: those this subtask gets; for union lists: of all subtasks; for broadcast: one.
     *
     * @param written types of that snapshot
     * @param in untrusted
     * @throws IncompatibleStateException if it does not fit a state, naming both
     * @throws IOException if it is damaged
     */
    void restore(String name, Kind kind, StateTypes written, InputStream in) throws IOException;

    @Override
    void close();

    /** How a state is spread after a restart. */
    enum Kind {
        SPLIT,
        UNION,
        BROADCAST,
        /** Of {@link SegmentedState}; no backend gets it. */
        SUBTASK_SEGMENTS,
        /** So that. */
        GROUP_SEGMENTS
    }

    /**
     * One named state.
     *
     * @param elements each encoded by itself, so that a list can be spread; one element for a broadcast map
     */
    record Part(String name, Kind kind, List<byte[]> elements) {
        public Part {
            elements = List.copyOf(elements);
        }
    }
}
