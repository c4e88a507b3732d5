package io.github.foggara.state.heap;

import io.github.foggara.api.state.AggregatingStateDescriptor;
import io.github.foggara.api.state.ListStateDescriptor;
import io.github.foggara.api.state.MapStateDescriptor;
import io.github.foggara.api.state.ReducingStateDescriptor;
import io.github.foggara.api.state.StateContext;
import io.github.foggara.api.state.ValueStateDescriptor;
import io.github.foggara.api.types.RecordCodec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Makes the states of one operator. Task thread. */
final class KeyedStates {
    private final StateContext context;
    private final CurrentKey current;
    private final Pinning pinning;
    private final boolean asIs;
    private final Keeping<Object> keys;

    KeyedStates(StateContext context, CurrentKey current, Pinning pinning) {
        this.context = context;
        this.current = current;
        this.pinning = pinning;
        this.asIs = context.configuration().get(HeapStateBackend.OBJECT_REUSE);
        this.keys = keeping(Object.class);
    }

    NamedState value(ValueStateDescriptor<?> descriptor) {
        StateTable table = table();
        return state(
                descriptor.name(),
                StateKind.VALUE,
                table,
                new HeapValueState<>(table, keeping(descriptor.type())),
                descriptor.type());
    }

    NamedState list(ListStateDescriptor<?> descriptor) {
        StateTable table = table();
        return state(
                descriptor.name(),
                StateKind.LIST,
                table,
                new HeapListState<>(table, keeping(descriptor.type()), pinning),
                descriptor.type());
    }

    NamedState map(MapStateDescriptor<?, ?> descriptor) {
        StateTable table = table();
        Object handle =
                new HeapMapState<>(table, keeping(descriptor.keyType()), keeping(descriptor.valueType()), pinning);
        return state(descriptor.name(), StateKind.MAP, table, handle, descriptor.keyType(), descriptor.valueType());
    }

    <T> NamedState reducing(ReducingStateDescriptor<T> descriptor) {
        StateTable table = table();
        Object handle = new HeapReducingState<>(
                words(descriptor.name()), table, keeping(descriptor.type()), descriptor.function(), pinning);
        return state(descriptor.name(), StateKind.REDUCING, table, handle, descriptor.type());
    }

    <I, A, O> NamedState aggregating(AggregatingStateDescriptor<I, A, O> descriptor) {
        StateTable table = table();
        Object handle = new HeapAggregatingState<>(
                words(descriptor.name()), table, keeping(descriptor.accumulatorType()), descriptor.function(), pinning);
        return state(descriptor.name(), StateKind.AGGREGATING, table, handle, descriptor.accumulatorType());
    }

    /** As messages call a state. */
    String words(String name) {
        return "state '" + name + "' of operator '" + context.operator() + "'";
    }

    private StateTable table() {
        return new StateTable(current, keys::own);
    }

    private <T> Keeping<T> keeping(Class<T> type) {
        RecordCodec<T> codec = context.types().codec(type);
        return new Keeping<>(codec, asIs);
    }

    private NamedState state(String name, StateKind kind, StateTable table, Object handle, Class<?>... types) {
        List<Class<?>> boxed = new ArrayList<>();
        Arrays.stream(types).map(Signature::boxed).forEach(boxed::add);
        NamedState state = new NamedState(name, Signature.of(kind, types), boxed, table, handle);
        state.renew(context.types());
        return state;
    }
}
