package io.github.foggara.testkit.state;

import io.github.foggara.api.state.BroadcastState;
import io.github.foggara.api.state.IncompatibleStateException;
import io.github.foggara.api.state.ListState;
import io.github.foggara.api.state.ListStateDescriptor;
import io.github.foggara.api.state.MapStateDescriptor;
import io.github.foggara.api.state.OperatorStateBackend;
import io.github.foggara.api.state.StateContext;
import io.github.foggara.api.state.StateTypes;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Encoded elements by state; a broadcast map is one element. */
class InMemoryOperatorState implements OperatorStateBackend {
    private final StateContext context;
    private final RecordCodec<Object> codec;
    private final Map<String, Stored> asked = new TreeMap<>();
    private final Map<String, Stored> kept = new TreeMap<>();

    /** A state and its types in words. */
    record Stored(Kind kind, String types, StateTypes written, List<byte[]> elements) {
        String words() {
            return kind + " of " + types;
        }
    }

    InMemoryOperatorState(StateContext context) {
        this.context = context;
        this.codec = context.types().codec(Object.class);
    }

    @Override
    public <T> ListState<T> listState(ListStateDescriptor<T> descriptor) {
        return new Elements<>(this, ask(descriptor.name(), Kind.SPLIT, descriptor.type()));
    }

    @Override
    public <T> ListState<T> unionListState(ListStateDescriptor<T> descriptor) {
        return new Elements<>(this, ask(descriptor.name(), Kind.UNION, descriptor.type()));
    }

    @Override
    public <K, V> BroadcastState<K, V> broadcastState(MapStateDescriptor<K, V> descriptor) {
        return new Entries<>(
                this, ask(descriptor.name(), Kind.BROADCAST, descriptor.keyType(), descriptor.valueType()));
    }

    private List<byte[]> ask(String name, Kind kind, Class<?>... types) {
        List<String> names = new ArrayList<>();
        for (Class<?> type : types) {
            context.types().codec(type);
            names.add(type.getName());
        }
        Stored wanted = new Stored(kind, String.join(" to ", names), context.types(), new ArrayList<>());
        Stored known = asked.get(name);
        if (known != null && !known.words().equals(wanted.words())) {
            throw new IllegalStateException("'" + name + "' is " + known.words() + ", not " + wanted.words());
        }
        if (known == null) {
            Stored before = kept.remove(name);
            if (before != null) {
                take(name, wanted, before);
            }
            asked.put(name, wanted);
            known = wanted;
        }
        return known.elements();
    }

    private void take(String name, Stored now, Stored before) {
        if (!before.words().equals(now.words())) {
            throw new IncompatibleStateException("State '" + name + "' of operator '" + context.operator() + "' is "
                    + before.words() + " in the checkpoint, and " + now.words() + " now");
        }
        RecordCodec<Object> from = before.written().codec(Object.class);
        before.elements().forEach(bytes -> now.elements().add(encode(from.decode(new RecordInput(bytes)))));
    }

    byte[] encode(Object value) {
        RecordOutput out = new RecordOutput(64);
        codec.encode(Objects.requireNonNull(value), out);
        return out.toByteArray();
    }

    Object decode(byte[] bytes) {
        return codec.decode(new RecordInput(bytes));
    }

    @Override
    public List<Part> snapshot() {
        List<Part> parts = new ArrayList<>();
        asked.forEach((name, state) -> add(parts, name, state, false));
        kept().forEach((name, state) -> {
            if (state.kind() != Kind.UNION || context.keyGroups().first() == 0) {
                add(parts, name, state, true);
            }
        });
        return parts;
    }

    /** What nobody asked for. */
    Map<String, Stored> kept() {
        return kept;
    }

    private static void add(List<Part> parts, String name, Stored state, boolean ownTypes) {
        List<byte[]> elements = new ArrayList<>();
        for (byte[] element : state.elements()) {
            byte[] table = ownTypes ? state.written().table() : new byte[0];
            RecordOutput out = new RecordOutput(64);
            out.writeString(state.types());
            out.writeVarLong(table.length);
            out.writeBytes(table, 0, table.length);
            out.writeVarLong(element.length);
            out.writeBytes(element, 0, element.length);
            elements.add(Sealed.seal(out));
        }
        if (!elements.isEmpty()) {
            parts.add(new Part(name, state.kind(), elements));
        }
    }

    @Override
    public void restore(String name, Kind kind, StateTypes written, InputStream in) throws IOException {
        RecordInput input = Sealed.open(in.readAllBytes());
        try {
            String types = input.readString();
            byte[] table = input.readBytes(input.readLength());
            StateTypes of = table.length == 0 ? written : context.types().written(table, name);
            byte[] element = input.readBytes(input.readLength());
            Stored now = asked.get(name);
            if (now != null) {
                take(name, now, new Stored(kind, types, of, List.of(element)));
            } else {
                kept.computeIfAbsent(name, n -> new Stored(kind, types, of, new ArrayList<>()))
                        .elements()
                        .add(element);
            }
        } catch (IllegalArgumentException e) {
            throw new IOException("The state is damaged: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        asked.clear();
    }

    private record Elements<T>(InMemoryOperatorState all, List<byte[]> elements) implements ListState<T> {
        @Override
        @SuppressWarnings("unchecked")
        public Iterable<T> get() {
            return elements.stream().map(bytes -> (T) all.decode(bytes)).toList();
        }

        @Override
        public void add(T element) {
            elements.add(all.encode(element));
        }

        @Override
        public void addAll(List<T> more) {
            more.forEach(this::add);
        }

        @Override
        public void update(List<T> replacement) {
            elements.clear();
            addAll(replacement);
        }

        @Override
        public void clear() {
            elements.clear();
        }
    }

    private record Entries<K, V>(InMemoryOperatorState all, List<byte[]> elements) implements BroadcastState<K, V> {
        @SuppressWarnings("unchecked")
        private Map<K, V> load() {
            return (Map<K, V>) InMemoryKeyedState.map(elements.isEmpty() ? null : all.decode(elements.get(0)));
        }

        private void store(Map<K, V> map) {
            elements.clear();
            if (!map.isEmpty()) {
                elements.add(all.encode(InMemoryKeyedState.flat(map)));
            }
        }

        @Override
        public V get(K key) {
            return load().get(key);
        }

        @Override
        public void put(K key, V value) {
            Map<K, V> map = load();
            map.put(key, Objects.requireNonNull(value));
            store(map);
        }

        @Override
        public void remove(K key) {
            Map<K, V> map = load();
            map.remove(key);
            store(map);
        }

        @Override
        public boolean contains(K key) {
            return load().containsKey(key);
        }

        @Override
        public Iterable<Map.Entry<K, V>> entries() {
            return load().entrySet();
        }

        @Override
        public void clear() {
            elements.clear();
        }
    }
}
