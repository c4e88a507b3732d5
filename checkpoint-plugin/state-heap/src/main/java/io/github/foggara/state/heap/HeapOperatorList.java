package io.github.foggara.state.heap;

import io.github.foggara.api.state.ListState;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A list of one subtask. Task thread. */
final class HeapOperatorList<T> implements ListState<T>, OperatorState.Content {
    private final Keeping<T> keeping;
    private List<T> elements = new ArrayList<>();

    HeapOperatorList(Keeping<T> keeping) {
        this.keeping = keeping;
    }

    @Override
    public Iterable<T> get() {
        return Collections.unmodifiableList(elements);
    }

    @Override
    public void add(T element) {
        elements.add(keeping.own(element));
    }

    @Override
    public void addAll(List<T> more) {
        elements.addAll(more.stream().map(keeping::own).toList());
    }

    @Override
    public void update(List<T> all) {
        elements = new ArrayList<>(all.stream().map(keeping::own).toList());
    }

    @Override
    public void clear() {
        elements = new ArrayList<>();
    }

    @Override
    public List<byte[]> encode() {
        List<byte[]> encoded = new ArrayList<>();
        RecordOutput out = new RecordOutput(64);
        for (T element : elements) {
            out.reset();
            keeping.codec().encode(element, out);
            encoded.add(out.toByteArray());
        }
        return encoded;
    }

    @Override
    @SuppressWarnings("unchecked")
    public void restore(RecordInput in, List<RecordCodec<Object>> codecs) {
        elements.add((T) codecs.get(0).decode(in));
    }
}
