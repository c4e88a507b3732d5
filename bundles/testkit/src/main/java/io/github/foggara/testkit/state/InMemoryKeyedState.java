package io.github.foggara.testkit.state;

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
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Encoded values by state, key group and encoded key. */
class InMemoryKeyedState implements KeyedStateBackend {
    private final StateContext context;
    private final KeyGrouping grouping;
    private final RecordCodec<Object> codec;
    private final Map<String, StoredState> asked = new TreeMap<>();
    private final Map<String, StoredState> kept = new TreeMap<>();
    private Object key;
    private InMemoryKeyedSnapshot open;

    InMemoryKeyedState(StateContext context) {
        this.context = context;
        this.grouping = context.grouping().get();
        this.codec = context.types().codec(Object.class);
    }

    @Override
    public void currentKey(Object current) {
        if (current == null) {
            throw new IllegalArgumentException("The key is null");
        }
        key = current;
    }

    @Override
    public void noKey() {
        key = null;
    }

    /** What the current key has in a state, decoded; null if nothing. */
    Object load(String name) {
        byte[] value = asked.get(name).group(group()).get(ByteBuffer.wrap(encode(key)));
        return value == null ? null : codec.decode(new RecordInput(value));
    }

    /**
     * @param value null to remove
     */
    void store(String name, Object value) {
        int group = group();
        ByteBuffer at = ByteBuffer.wrap(encode(key));
        StoredState state = asked.get(name);
        if (value != null) {
            state.put(group, at, encode(value));
        } else if (state.groups().containsKey(group)) {
            state.groups().get(group).remove(at);
        }
    }

    byte[] encode(Object value) {
        RecordOutput out = new RecordOutput(64);
        codec.encode(value, out);
        return out.toByteArray();
    }

    private int group() {
        if (key == null) {
            throw new IllegalStateException("There is no current key");
        }
        return grouping.group(key);
    }

    @Override
    public <T> ValueState<T> state(ValueStateDescriptor<T> descriptor) {
        ask(descriptor.name(), "value", descriptor.type());
        return new InMemoryCells.Value<>(this, descriptor.name());
    }

    @Override
    public <T> ListState<T> state(ListStateDescriptor<T> descriptor) {
        ask(descriptor.name(), "list", descriptor.type());
        return new InMemoryCells.Elements<>(this, descriptor.name());
    }

    @Override
    public <K, V> MapState<K, V> state(MapStateDescriptor<K, V> descriptor) {
        ask(descriptor.name(), "map", descriptor.keyType(), descriptor.valueType());
        return new InMemoryCells.Entries<>(this, descriptor.name());
    }

    @Override
    public <T> ReducingState<T> state(ReducingStateDescriptor<T> descriptor) {
        ask(descriptor.name(), "reducing", descriptor.type());
        return new InMemoryCells.Reduced<>(this, descriptor);
    }

    @Override
    public <I, A, O> AggregatingState<I, O> state(AggregatingStateDescriptor<I, A, O> descriptor) {
        ask(descriptor.name(), "aggregating", descriptor.accumulatorType());
        return new InMemoryCells.Aggregated<>(this, descriptor);
    }

    private void ask(String name, String kind, Class<?>... types) {
        for (Class<?> type : types) {
            context.types().codec(type);
        }
        StoredState wanted =
                new StoredState(kind, Arrays.stream(types).map(Class::getName).toList(), context.types());
        StoredState known = asked.get(name);
        if (known != null && !known.words().equals(wanted.words())) {
            throw new IllegalStateException("'" + name + "' is " + known.words() + ", not " + wanted.words());
        }
        if (known == null) {
            StoredState before = kept.get(name);
            if (before != null) {
                check(before, wanted, name);
                wanted = before.recoded(context.types());
                checkKeys(wanted, name);
                kept.remove(name);
            }
            asked.put(name, wanted);
        }
    }

    @Override
    public KeyedSnapshot snapshot() {
        if (open != null && !open.closed()) {
            throw new IllegalStateException("The last snapshot is not closed");
        }
        Map<String, StoredState> copy = new TreeMap<>();
        asked.forEach((name, state) -> copy.put(name, state.copy()));
        Map<String, StoredState> notAsked = new TreeMap<>();
        kept().forEach((name, state) -> notAsked.put(name, state.copy()));
        open = new InMemoryKeyedSnapshot(copy, notAsked, context.maxParallelism());
        return open;
    }

    /** Refuses another kind or another type. */
    void check(StoredState read, StoredState now, String name) {
        read.check(now, name, context.operator());
    }

    /** Refuses keys of another type than the operator's of now. */
    void checkKeys(StoredState read, String name) {
        read.groups()
                .values()
                .forEach(entries -> entries.keySet()
                        .forEach(at -> context.checkKey(name, codec.decode(new RecordInput(at.array())))));
    }

    /** What nobody asked for. */
    Map<String, StoredState> kept() {
        return kept;
    }

    @Override
    public void restore(int keyGroup, StateTypes written, InputStream in) throws IOException {
        RecordInput input = Sealed.open(in.readAllBytes());
        try {
            int group = input.readInt();
            if (group != keyGroup) {
                throw new IOException("The state is damaged: it is key group " + group);
            }
            for (int states = input.readInt(); states > 0; states--) {
                restoreState(input, keyGroup, written);
            }
        } catch (IllegalArgumentException e) {
            throw new IOException("The state is damaged: " + e.getMessage(), e);
        }
    }

    private void restoreState(RecordInput in, int group, StateTypes written) {
        String name = in.readString();
        String kind = in.readString();
        List<String> types = new ArrayList<>();
        for (int count = in.readInt(); count > 0; count--) {
            types.add(in.readString());
        }
        byte[] table = in.readBytes(in.readLength());
        StateTypes of = table.length == 0 ? written : context.types().written(table, name);
        StoredState read = new StoredState(kind, types, of);
        for (int count = in.readInt(); count > 0; count--) {
            ByteBuffer at = ByteBuffer.wrap(in.readBytes(in.readLength()));
            read.put(group, at, in.readBytes(in.readLength()));
        }
        StoredState now = asked.get(name);
        if (now != null) {
            check(read, now, name);
            StoredState recoded = read.recoded(context.types());
            checkKeys(recoded, name);
            recoded.groups().forEach((g, entries) -> entries.forEach((k, v) -> now.put(g, k, v)));
        } else {
            kept.merge(name, read, (left, right) -> {
                right.groups().forEach((g, entries) -> entries.forEach((k, v) -> left.put(g, k, v)));
                return left;
            });
        }
    }

    @Override
    public long entries() {
        return asked.values().stream().mapToInt(StoredState::size).sum();
    }

    @Override
    public void close() {
        asked.clear();
    }

    /** A map of that kind, for those who change one. */
    static Map<Object, Object> map(Object flat) {
        Map<Object, Object> map = new HashMap<>();
        List<?> list = (List<?>) Objects.requireNonNullElse(flat, List.of());
        for (int i = 0; i < list.size(); i += 2) {
            map.put(list.get(i), list.get(i + 1));
        }
        return map;
    }

    static List<Object> flat(Map<?, ?> map) {
        List<Object> flat = new ArrayList<>();
        map.forEach((key, value) -> {
            flat.add(key);
            flat.add(value);
        });
        return flat;
    }
}
