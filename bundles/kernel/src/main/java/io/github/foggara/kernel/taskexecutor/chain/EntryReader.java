package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.state.KeyGrouping;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.api.types.RecordInput;
import java.util.function.Consumer;

/**
 * Decodes the parts of the entries of one key group; what does not fit is an {@link IllegalArgumentException}. Task thread.
 *
 * @param firsts whether entries have the record their key began with
 * @param group that all keys must belong to
 * @param fits refuses keys of another type than those of now
 */
record EntryReader(
        RecordInput in,
        RecordCodec<Object> keys,
        RecordCodec<Object> values,
        KeyKind kind,
        boolean firsts,
        KeyGrouping grouping,
        int group,
        Consumer<Object> fits) {

    long number() {
        long bits = in.readVarLong();
        return bits >>> 1 ^ -(bits & 1);
    }

    /** A key that is kept as a number. */
    long numberKey() {
        long key = number();
        if (kind == KeyKind.INT && key != (int) key) {
            throw new IllegalArgumentException("The number " + key + " is no int");
        }
        check(kind.group(key, grouping), kind == KeyKind.INT ? (Object) (int) key : (Object) key);
        return key;
    }

    Object key() {
        Object key = keys.decode(in);
        check(grouping.group(key), key);
        return key;
    }

    Object value() {
        return values.decode(in);
    }

    private void check(int of, Object key) {
        if (of != group) {
            throw new IllegalArgumentException("The key " + key + " belongs to key group " + of);
        }
        fits.accept(key);
    }

    IllegalArgumentException twice(Object key) {
        return new IllegalArgumentException("The key " + key + " stands there twice");
    }
}
