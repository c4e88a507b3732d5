package io.github.foggara.state.heap;

import io.github.foggara.api.state.AggregatingState;
import io.github.foggara.api.state.AggregatingStateDescriptor;
import io.github.foggara.api.state.KeyGrouping;
import io.github.foggara.api.state.KeyedSnapshot;
import io.github.foggara.api.state.KeyedStateBackend;
import io.github.foggara.api.state.ListState;
import io.github.foggara.api.state.ListStateDescriptor;
import io.github.foggara.api.state.MapState;
import io.github.foggara.api.state.MapStateDescriptor;
import io.github.foggara.api.state.ReducingState;
import io.github.foggara.api.state.ReducingStateDescriptor;
import io.github.foggara.api.state.StateContext;
import io.github.foggara.api.state.StateTypes;
import io.github.foggara.api.state.ValueState;
import io.github.foggara.api.state.ValueStateDescriptor;
import io.github.foggara.api.types.RecordCodec;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The state per key of one operator in flat tables. Task thread. */
final class HeapKeyedStateBackend implements KeyedStateBackend {
    private final StateContext context;
    private final CurrentKey current;
    private final Pinning pinning = new Pinning();
    private final KeyedStates make;
    private final KeyedRestore restore;
    private final Map<String, NamedState> states = new LinkedHashMap<>();
    private RecordCodec<Object> writingKeys;
    private HeapKeyedSnapshot last;

    HeapKeyedStateBackend(StateContext context) {
        this.context = context;
        this.current = new CurrentKey(context.operator());
        this.make = new KeyedStates(context, current, pinning);
        this.restore = new KeyedRestore(context, pinning, states);
        this.writingKeys = context.types().keyCodec(Object.class);
    }

    @Override
    public void currentKey(Object key) {
        current.set(key);
    }

    @Override
    public void noKey() {
        current.clear();
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> ValueState<T> state(ValueStateDescriptor<T> descriptor) {
        Signature wanted = Signature.of(StateKind.VALUE, descriptor.type());
        return (ValueState<T>) state(descriptor.name(), wanted, () -> make.value(descriptor));
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> ListState<T> state(ListStateDescriptor<T> descriptor) {
        Signature wanted = Signature.of(StateKind.LIST, descriptor.type());
        return (ListState<T>) state(descriptor.name(), wanted, () -> make.list(descriptor));
    }

    @Override
    @SuppressWarnings("unchecked")
    public <K, V> MapState<K, V> state(MapStateDescriptor<K, V> descriptor) {
        Signature wanted = Signature.of(StateKind.MAP, descriptor.keyType(), descriptor.valueType());
        return (MapState<K, V>) state(descriptor.name(), wanted, () -> make.map(descriptor));
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> ReducingState<T> state(ReducingStateDescriptor<T> descriptor) {
        Signature wanted = Signature.of(StateKind.REDUCING, descriptor.type());
        return (ReducingState<T>) state(descriptor.name(), wanted, () -> make.reducing(descriptor));
    }

    @Override
    @SuppressWarnings("unchecked")
    public <I, A, O> AggregatingState<I, O> state(AggregatingStateDescriptor<I, A, O> descriptor) {
        Signature wanted = Signature.of(StateKind.AGGREGATING, descriptor.accumulatorType());
        return (AggregatingState<I, O>) state(descriptor.name(), wanted, () -> make.aggregating(descriptor));
    }

    private Object state(String name, Signature wanted, Supplier<NamedState> maker) {
        NamedState known = states.get(name);
        if (known == null) {
            known = maker.get();
            restore.claim(known);
            states.put(name, known);
        } else if (!known.signature().equals(wanted)) {
            throw new IllegalStateException("Operator '" + context.operator() + "' asks for '" + name + "' as "
                    + wanted.words() + ", and has asked for it as "
                    + known.signature().words()
                    + ": give one of them another name");
        }
        return known.handle();
    }

    @Override
    public KeyedSnapshot snapshot() {
        if (pinning.open()) {
            throw new IllegalStateException("The last snapshot of operator '" + context.operator() + "' is not closed");
        }
        if (last != null && last.inUse()) {
            // It was given up, and its writer has not noticed yet.
            states.values().forEach(state -> state.renew(context.types()));
            writingKeys = context.types().keyCodec(Object.class);
        }
        pinning.next();
        last = new HeapKeyedSnapshot(frozen(), restore.kept(), writingKeys, context.maxParallelism());
        pinning.begin(last);
        return last;
    }

    private List<HeapKeyedSnapshot.Frozen> frozen() {
        KeyGrouping grouping = context.grouping().get();
        List<HeapKeyedSnapshot.Frozen> frozen = new ArrayList<>();
        for (NamedState state : states.values()) {
            for (StateTable.Part part : state.table().parts()) {
                FlatTable table = part.table();
                frozen.add(new HeapKeyedSnapshot.Frozen(
                        state, state.writing(), part.form(), table, table.freeze(), table.groups(grouping)));
            }
        }
        return frozen;
    }

    @Override
    public void restore(int keyGroup, StateTypes written, InputStream in) throws IOException {
        restore.read(keyGroup, written, in);
    }

    @Override
    public long entries() {
        return states.values().stream().mapToLong(state -> state.table().size()).sum();
    }

    @Override
    public void close() {
        if (last != null) {
            last.close();
        }
        states.clear();
    }
}
