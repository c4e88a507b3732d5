package io.github.foggara.state.heap;

import io.github.foggara.api.state.OperatorStateBackend;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.api.types.RecordInput;
import java.util.List;

/**
 * One state of an operator that belongs to no key. Task thread.
 *
 * @param types of the elements, or of a map's keys and values
 */
record OperatorState(String name, OperatorStateBackend.Kind kind, List<Class<?>> types, Content content) {
    /** What it holds. */
    interface Content {
        /** Each element, or the map if it is not empty, encoded. */
        List<byte[]> encode();

        /** Takes over what {@link #encode} wrote. */
        void restore(RecordInput in, List<RecordCodec<Object>> codecs);
    }

    List<String> typeNames() {
        return types.stream().map(Class::getName).toList();
    }
}
