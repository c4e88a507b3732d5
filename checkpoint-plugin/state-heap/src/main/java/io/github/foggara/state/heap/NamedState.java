package io.github.foggara.state.heap;

import io.github.foggara.api.state.StateTypes;
import io.github.foggara.api.types.RecordCodec;
import java.util.ArrayList;
import java.util.List;

/** One state of an operator: what it is, what it holds, and the codecs of its values. Task thread, except {@link #writing()}. */
final class NamedState {
    private final String name;
    private final Signature signature;
    private final List<Class<?>> types;
    private final StateTable table;
    private final Object handle;
    private List<RecordCodec<Object>> writing;

    /**
     * @param handle what user code has
     */
    NamedState(String name, Signature signature, List<Class<?>> types, StateTable table, Object handle) {
        this.name = name;
        this.signature = signature;
        this.types = types;
        this.table = table;
        this.handle = handle;
    }

    String name() {
        return name;
    }

    Signature signature() {
        return signature;
    }

    StateTable table() {
        return table;
    }

    Object handle() {
        return handle;
    }

    /** Codecs for whoever writes the next snapshot. */
    void renew(StateTypes from) {
        writing = codecs(from);
    }

    /** Belongs to the thread that writes a snapshot. */
    List<RecordCodec<Object>> writing() {
        return writing;
    }

    List<RecordCodec<Object>> codecs(StateTypes from) {
        return codecs(from, types);
    }

    /** New ones. */
    static List<RecordCodec<Object>> codecs(StateTypes from, List<Class<?>> types) {
        List<RecordCodec<Object>> codecs = new ArrayList<>();
        types.forEach(type -> codecs.add(codec(from, type)));
        return codecs;
    }

    @SuppressWarnings("unchecked")
    static RecordCodec<Object> codec(StateTypes from, Class<?> type) {
        return (RecordCodec<Object>) from.codec(type);
    }
}
