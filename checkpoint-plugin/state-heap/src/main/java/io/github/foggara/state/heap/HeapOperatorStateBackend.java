package io.github.foggara.state.heap;

import io.github.foggara.api.state.BroadcastState;
import io.github.foggara.api.state.IncompatibleStateException;
import io.github.foggara.api.state.ListState;
import io.github.foggara.api.state.ListStateDescriptor;
import io.github.foggara.api.state.MapStateDescriptor;
import io.github.foggara.api.state.OperatorStateBackend;
import io.github.foggara.api.state.StateContext;
import io.github.foggara.api.state.StateTypes;
import io.github.foggara.api.types.RecordInput;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The state of one operator that belongs to no key. What it takes over for a state that nobody asks for is kept. Task thread. */
final class HeapOperatorStateBackend implements OperatorStateBackend {
    private final StateContext context;
    private final boolean asIs;
    private final Map<String, OperatorState> states = new LinkedHashMap<>();
    private final List<Kept> kept = new ArrayList<>();

    /** Nobody has asked for it yet. */
    private record Kept(String name, Kind kind, StateTypes written, OperatorElement element) {}

    HeapOperatorStateBackend(StateContext context) {
        this.context = context;
        this.asIs = context.configuration().get(HeapStateBackend.OBJECT_REUSE);
    }

    @Override
    public <T> ListState<T> listState(ListStateDescriptor<T> descriptor) {
        return list(Kind.SPLIT, descriptor);
    }

    @Override
    public <T> ListState<T> unionListState(ListStateDescriptor<T> descriptor) {
        return list(Kind.UNION, descriptor);
    }

    @SuppressWarnings("unchecked")
    private <T> ListState<T> list(Kind kind, ListStateDescriptor<T> descriptor) {
        OperatorState wanted = new OperatorState(
                descriptor.name(),
                kind,
                List.of(Signature.boxed(descriptor.type())),
                new HeapOperatorList<>(keeping(descriptor.type())));
        return (ListState<T>) state(wanted);
    }

    @Override
    @SuppressWarnings("unchecked")
    public <K, V> BroadcastState<K, V> broadcastState(MapStateDescriptor<K, V> descriptor) {
        OperatorState wanted = new OperatorState(
                descriptor.name(),
                Kind.BROADCAST,
                List.of(Signature.boxed(descriptor.keyType()), Signature.boxed(descriptor.valueType())),
                new HeapBroadcastState<>(keeping(descriptor.keyType()), keeping(descriptor.valueType())));
        return (BroadcastState<K, V>) state(wanted);
    }

    private <T> Keeping<T> keeping(Class<T> type) {
        return new Keeping<>(context.types().codec(type), asIs);
    }

    private OperatorState.Content state(OperatorState wanted) {
        OperatorState known = states.get(wanted.name());
        if (known == null) {
            claim(wanted);
            states.put(wanted.name(), wanted);
            return wanted.content();
        }
        if (known.kind() != wanted.kind() || !known.types().equals(wanted.types())) {
            throw new IllegalStateException("Operator '" + context.operator() + "' asks for '" + wanted.name()
                    + "' as " + words(wanted.kind(), wanted.typeNames()) + ", and has asked for it as "
                    + words(known.kind(), known.typeNames()) + ": give one of them another name");
        }
        return known.content();
    }

    private void claim(OperatorState state) {
        for (Iterator<Kept> all = kept.iterator(); all.hasNext(); ) {
            Kept one = all.next();
            if (one.name().equals(state.name())) {
                check(state, one.kind(), one.element().types());
                try {
                    decode(state, one.written(), one.element());
                } catch (IllegalArgumentException e) {
                    throw new IncompatibleStateException("State '" + state.name() + "' of operator '"
                            + context.operator() + "' cannot be read from the checkpoint: " + e.getMessage());
                }
                all.remove();
            }
        }
    }

    private void check(OperatorState now, Kind kind, List<String> types) {
        if (kind != now.kind() || !types.equals(now.typeNames())) {
            throw new IncompatibleStateException("State '" + now.name() + "' of operator '" + context.operator()
                    + "' is " + words(kind, types) + " in the checkpoint, and " + words(now.kind(), now.typeNames())
                    + " in the program of now: go back to that, or give the new state another name, which begins"
                    + " empty");
        }
    }

    private static String words(Kind kind, List<String> types) {
        return "a " + kind.name().toLowerCase(Locale.ROOT) + " state of " + String.join(" to ", types);
    }

    private static void decode(OperatorState state, StateTypes written, OperatorElement element) {
        RecordInput in = new RecordInput(element.content());
        state.content().restore(in, NamedState.codecs(written, state.types()));
        if (in.remaining() > 0) {
            throw new IllegalArgumentException(in.remaining() + " bytes follow its end");
        }
    }

    @Override
    public List<Part> snapshot() throws IOException {
        List<Part> parts = new ArrayList<>();
        for (OperatorState state : states.values()) {
            List<byte[]> elements = state.content().encode().stream()
                    .map(content -> new OperatorElement(null, state.typeNames(), content).encode())
                    .toList();
            if (!elements.isEmpty()) {
                parts.add(new Part(state.name(), state.kind(), elements));
            }
        }
        keptByName()
                .forEach((name, all) -> parts.add(new Part(
                        name,
                        all.get(0).kind(),
                        all.stream().map(HeapOperatorStateBackend::again).toList())));
        return parts;
    }

    /** Of a union list every subtask has all elements: the first one writes them, or they would multiply with each restart. */
    private Map<String, List<Kept>> keptByName() {
        boolean first = context.keyGroups().first() == 0;
        Map<String, List<Kept>> byName = new LinkedHashMap<>();
        for (Kept one : kept) {
            if (first || one.kind() != Kind.UNION) {
                byName.computeIfAbsent(one.name(), name -> new ArrayList<>()).add(one);
            }
        }
        return byName;
    }

    private static byte[] again(Kept one) {
        OperatorElement element = one.element();
        return new OperatorElement(one.written().table(), element.types(), element.content()).encode();
    }

    @Override
    public void restore(String name, Kind kind, StateTypes written, InputStream in) throws IOException {
        byte[] bytes = in.readAllBytes();
        try {
            OperatorElement element = OperatorElement.decode(bytes);
            StateTypes types = element.ownTypes() == null
                    ? written
                    : context.types()
                            .written(element.ownTypes(), "'" + name + "' of operator '" + context.operator() + "'");
            OperatorState state = states.get(name);
            if (state == null) {
                kept.add(new Kept(name, kind, types, element));
            } else {
                check(state, kind, element.types());
                decode(state, types, element);
            }
        } catch (IllegalArgumentException e) {
            throw new IOException(
                    "State '" + name + "' of operator '" + context.operator() + "' is damaged: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        states.clear();
        kept.clear();
    }
}
