package io.github.foggara.api.checkpoint;

import io.github.foggara.api.state.OperatorStateBackend;
import java.util.List;
import java.util.Optional;

/**
 * State of one operator of one subtask.
 *
 * @param types table the state was written with, see {@link io.github.foggara.api.state.StateTypes}; empty array if there is no state
 * @param splits of a source's reader, encoded, as far as they have not been read
 * @param committables of a sink's writer that this checkpoint publishes, encoded
 */
public record OperatorSnapshot(
        byte[] types,
        Optional<Keyed> keyed,
        List<Named> operatorStates,
        List<byte[]> splits,
        List<byte[]> committables) {
    public OperatorSnapshot {
        operatorStates = List.copyOf(operatorStates);
        splits = List.copyOf(splits);
        committables = List.copyOf(committables);
    }

    /**
     * Keyed state.
     *
     * @param backend plugin name of the state backend that wrote it
     * @param groups those that hold something, ascending
     */
    public record Keyed(String backend, List<Group> groups) {
        public Keyed {
            groups = List.copyOf(groups);
        }
    }

    /** One key group. */
    public record Group(int keyGroup, StateHandle bytes) {}

    /** One element of a state that belongs to no key. */
    public record Named(String name, OperatorStateBackend.Kind kind, StateHandle bytes) {}
}
