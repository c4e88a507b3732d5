package io.github.foggara.window;

import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.state.KeyGrouping;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.api.types.RecordOutput;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Which partition a record belongs to: its key group in two bytes, then its key as its codec writes it. Such bytes end by themselves, so no
 * key's are the beginning of another's, and whatever follows them, records of one key stand side by side when they are sorted. Task thread.
 *
 * <p>Two keys that are equal have to have equal bytes. Of many classes that is known ({@link KeyClasses}). Of the others, such as sets, the
 * bytes of the first one that was seen stand for all that are equal to it: then there is a table of all keys on the heap.
 */
final class PartitionKey {
    private final KeySelector<Object, Object> selector;
    private final KeyGrouping grouping;
    private final RecordCodec<Object> codec;
    private final Map<Class<?>, Boolean> exact = new IdentityHashMap<>();
    /** Keys that are not exact, with their bytes. */
    private final Map<Object, byte[]> interned = new HashMap<>();

    private Class<?> exactClass = Void.class;

    PartitionKey(KeySelector<Object, Object> selector, KeyGrouping grouping, RecordCodec<Object> codec) {
        this.selector = selector;
        this.grouping = grouping;
        this.codec = codec;
    }

    /**
     * Appends where the record belongs.
     *
     * @throws Exception what the selector threw
     */
    void encode(Object record, RecordOutput out) throws Exception {
        Object key = selector.key(record);
        // Refuses null, and what has no value equality.
        out.writeShort(grouping.group(key));
        if (key.getClass() == exactClass || isExact(key.getClass())) {
            codec.encode(key, out);
        } else {
            byte[] bytes = bytes(key);
            out.writeBytes(bytes, 0, bytes.length);
        }
    }

    private boolean isExact(Class<?> type) {
        boolean found = exact.computeIfAbsent(type, KeyClasses::exact);
        if (found) {
            exactClass = type;
        }
        return found;
    }

    private byte[] bytes(Object key) {
        byte[] bytes = interned.get(key);
        if (bytes == null) {
            RecordOutput out = new RecordOutput(64);
            codec.encode(key, out);
            bytes = out.toByteArray();
            interned.put(codec.copy(key), bytes);
        }
        return bytes;
    }

    /** Whether what it wrote means something to this instance only: another one may write other bytes for an equal key. */
    boolean ownBytes() {
        return !interned.isEmpty();
    }
}
