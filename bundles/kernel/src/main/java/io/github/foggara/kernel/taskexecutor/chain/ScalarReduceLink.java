package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.function.ScalarReduceFunction;
import io.github.foggara.api.graph.OperatorSpec.KeyedReduceSpec;
import io.github.foggara.api.shuffle.GateCursor;
import io.github.foggara.api.types.RecordCodec;
import java.util.List;

/**
 * Template: rolling reduce of one number per key. When streaming, each record gives an update; in a batch, each key gives its
 * last one at the end.
 *
 * <p>Kept are numbers, and the first record of each key where a result needs it. What follows in the chain may change a
 * mutable record that is emitted, so such a one is kept, and emitted, as a copy.
 */
final class ScalarReduceLink extends Link {
    private final KeySelector<Object, Object> selector;
    private final ScalarReduceFunction.Code<Object> code;
    private final Link next;
    private final RecordCodec<Object> codec;
    private final boolean batch;
    private final boolean keepFirst;
    private final boolean asIs;
    private final LongScalarTable longs;
    private final LongScalarTable ints;
    private final ObjectScalarTable others;
    private final ReduceTables tables;
    private final int[] ahead = new int[GROUP];
    /** Written so that touching ahead is not optimized away. */
    private long touched;

    @SuppressWarnings("unchecked")
    ScalarReduceLink(LinkSetup setup) {
        super(setup);
        KeyedReduceSpec spec = (KeyedReduceSpec) setup.spec();
        selector = (KeySelector<Object, Object>) spec.key();
        code = (ScalarReduceFunction.Code<Object>) setup.shared();
        next = setup.next();
        codec = setup.codec();
        batch = chain.batch();
        keepFirst = batch || !((ScalarReduceFunction<Object>) spec.function()).restIsKey();
        asIs = batch || chain.objectReuse();
        longs = new LongScalarTable(keepFirst);
        ints = new LongScalarTable(keepFirst);
        others = new ObjectScalarTable(keepFirst);
        tables = new ReduceTables(
                new ReduceTables.OfLink(context()),
                ((ScalarReduceFunction<Object>) spec.function()).keeps(),
                keepFirst,
                List.of(
                        new ReduceTables.Part(KeyKind.LONG, longs),
                        new ReduceTables.Part(KeyKind.INT, ints),
                        new ReduceTables.Part(KeyKind.OBJECT, others)));
    }

    @Override
    protected KeyedTables tables() {
        return tables;
    }

    @Override
    public void ahead(GateCursor cursor, int records) {
        try {
            if (longs.large() || ints.large()) {
                touchNumbers(cursor, records);
            } else if (others.large()) {
                touchOthers(cursor, records);
            }
        } catch (Throwable t) {
            // The key selector's; it will be thrown again when it is the record's turn.
            touched = 0;
        }
    }

    private void touchNumbers(GateCursor cursor, int records) throws Exception {
        long sum = 0;
        for (int i = 0; i < records; i++) {
            Object key = selector.key(cursor.peek(i));
            if (key instanceof Long number) {
                sum += longs.touch(number);
            } else if (key instanceof Integer number) {
                sum += ints.touch(number);
            }
        }
        touched = sum;
    }

    /** First all cells, then what they point at: each pass overlaps its misses. */
    private void touchOthers(GateCursor cursor, int records) throws Exception {
        for (int i = 0; i < records; i++) {
            Object key = selector.key(cursor.peek(i));
            ahead[i] = key == null ? -1 : others.touch(key);
        }
        int sum = 0;
        for (int i = 0; i < records; i++) {
            if (ahead[i] >= 0) {
                sum += others.touchObjects(ahead[i]);
            }
        }
        touched = sum;
    }

    @Override
    public void collect(Object record) {
        try {
            Object key = selector.key(record);
            if (key instanceof Long number) {
                reduce(longs, number, record);
            } else if (key instanceof Integer number) {
                reduce(ints, number, record);
            } else {
                reduceOther(key, record);
            }
        } catch (Throwable t) {
            throw failure(t);
        }
    }

    private void reduce(LongScalarTable table, long key, Object record) throws Exception {
        int slot = table.slot(key);
        if (slot < 0) {
            table.insert(key, code.first(record), keepFirst ? own(record) : null);
            begun(record);
            return;
        }
        long number = code.add(table.number(slot), record);
        table.number(slot, number);
        if (!batch) {
            update(keepFirst ? table.first(slot) : record, number);
        }
    }

    private void reduceOther(Object key, Object record) throws Exception {
        if (key == null) {
            throw nullResult("key selector");
        }
        int slot = others.slot(key);
        if (slot < 0) {
            others.insert(own(key), code.first(record), keepFirst ? own(record) : null);
            begun(record);
            return;
        }
        long number = code.add(others.number(slot), record);
        others.number(slot, number);
        if (!batch) {
            update(keepFirst ? others.first(slot) : record, number);
        }
    }

    private void begun(Object record) {
        if (!batch) {
            next.collect(record);
        }
    }

    private void update(Object base, long number) throws Exception {
        Object result = code.result(base, number);
        next.collect(keepFirst ? own(result) : result);
    }

    private Object own(Object value) {
        return asIs || codec.immutable(value) ? value : codec.copy(value);
    }

    @Override
    public void finish() {
        if (batch) {
            for (int slot = 0; slot < longs.slots(); slot++) {
                emit(longs.first(slot), longs.number(slot));
            }
            for (int slot = 0; slot < ints.slots(); slot++) {
                emit(ints.first(slot), ints.number(slot));
            }
            for (int slot = 0; slot < others.slots(); slot++) {
                emit(others.first(slot), others.number(slot));
            }
        }
    }

    private void emit(Object first, long number) {
        if (first == null) {
            return;
        }
        try {
            chain.betweenRecords();
            next.collect(code.result(first, number));
        } catch (Throwable t) {
            throw failure(t);
        }
    }
}
