package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.function.ReduceFunction;
import io.github.foggara.api.graph.OperatorSpec.KeyedReduceSpec;
import io.github.foggara.api.types.RecordCodec;
import java.util.List;

/**
 * Template: rolling reduce per key. {@code Long} keys never equal others, so they have a table of their own.
 *
 * <p>When streaming, a value is kept and emitted, and what follows in the chain could change it: so the state keeps copies
 * of a mutable one and of its key. In a batch nothing is emitted before the end, and what came through an exchange belongs to this task.
 */
final class KeyedReduceLink extends Link {
    private final KeySelector<Object, Object> selector;
    private final ReduceFunction<Object> function;
    private final Link next;
    private final RecordCodec<Object> codec;
    private final boolean batch;
    private final boolean keepAsIs;
    private final LongKeyTable longs = new LongKeyTable();
    private final ObjectKeyTable others = new ObjectKeyTable();
    private final ReduceTables tables;

    @SuppressWarnings("unchecked")
    KeyedReduceLink(LinkSetup setup) {
        super(setup);
        KeyedReduceSpec spec = (KeyedReduceSpec) setup.spec();
        selector = (KeySelector<Object, Object>) spec.key();
        function = (ReduceFunction<Object>) spec.function();
        next = setup.next();
        codec = setup.codec();
        batch = chain.batch();
        keepAsIs = batch || chain.objectReuse();
        tables = new ReduceTables(
                new ReduceTables.OfLink(context()),
                "whole records",
                false,
                List.of(new ReduceTables.Part(KeyKind.LONG, longs), new ReduceTables.Part(KeyKind.OBJECT, others)));
    }

    @Override
    protected KeyedTables tables() {
        return tables;
    }

    @Override
    public void collect(Object record) {
        try {
            Object key = selector.key(record);
            Object result = key instanceof Long number ? reduce(number, record) : reduceOther(key, record);
            if (!batch) {
                next.collect(result);
            }
        } catch (Throwable t) {
            throw failure(t);
        }
    }

    private Object reduce(long key, Object record) throws Exception {
        int slot = longs.slot(key);
        Object before = longs.value(slot);
        if (before == null) {
            longs.insert(slot, key, keep(record));
            return record;
        }
        Object after = combine(before, record);
        longs.update(slot, keep(after));
        return after;
    }

    private Object reduceOther(Object key, Object record) throws Exception {
        if (key == null) {
            throw nullResult("key selector");
        }
        int slot = others.slot(key);
        Object before = others.value(slot);
        if (before == null) {
            others.insert(slot, keep(key), keep(record));
            return record;
        }
        Object after = combine(before, record);
        others.update(slot, keep(after));
        return after;
    }

    private Object combine(Object left, Object right) throws Exception {
        Object result = function.reduce(tables.open() ? untouched(left) : left, right);
        if (result == null) {
            throw nullResult("reduce function");
        }
        return result;
    }

    /** The function may change what it is given, and a snapshot that is being written may have it. */
    private Object untouched(Object value) {
        return codec.immutable(value) ? value : codec.copy(value);
    }

    private Object keep(Object value) {
        return keepAsIs || codec.immutable(value) ? value : codec.copy(value);
    }

    @Override
    public void finish() {
        if (batch) {
            for (int slot = 0; slot < longs.slots(); slot++) {
                emit(longs.value(slot));
            }
            for (int slot = 0; slot < others.slots(); slot++) {
                emit(others.value(slot));
            }
        }
    }

    private void emit(Object value) {
        if (value == null) {
            return;
        }
        try {
            chain.betweenRecords();
            next.collect(value);
        } catch (Throwable t) {
            throw failure(t);
        }
    }
}
