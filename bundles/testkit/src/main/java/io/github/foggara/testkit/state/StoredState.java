package io.github.foggara.testkit.state;

import io.github.foggara.api.state.IncompatibleStateException;
import io.github.foggara.api.state.StateTypes;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A state of the reference backend: encoded values by key group and encoded key.
 *
 * @param written types it is encoded with
 */
record StoredState(String kind, List<String> types, StateTypes written, Map<Integer, Map<ByteBuffer, byte[]>> groups) {

    StoredState(String kind, List<String> types, StateTypes written) {
        this(kind, types, written, new TreeMap<>());
    }

    String words() {
        return kind + " of " + String.join(" to ", types);
    }

    /** Refuses another kind or another type. */
    void check(StoredState now, String name, String operator) {
        if (!kind.equals(now.kind) || !types.equals(now.types)) {
            throw new IncompatibleStateException("State '" + name + "' of operator '" + operator + "' is " + words()
                    + " in the checkpoint, and " + now.words() + " now");
        }
    }

    int size() {
        return groups.values().stream().mapToInt(Map::size).sum();
    }

    /** Values are never changed, only replaced. */
    StoredState copy() {
        StoredState copy = new StoredState(kind, types, written);
        groups.forEach((group, entries) -> copy.groups.put(group, new TreeMap<>(entries)));
        return copy;
    }

    /** Of one group; empty if there is none. */
    Map<ByteBuffer, byte[]> group(int group) {
        return groups.getOrDefault(group, Map.of());
    }

    void put(int group, ByteBuffer key, byte[] value) {
        groups.computeIfAbsent(group, g -> new TreeMap<>()).put(key, value);
    }

    /** The same, encoded with the types of now. */
    StoredState recoded(StateTypes now) {
        RecordCodec<Object> from = written.codec(Object.class);
        RecordCodec<Object> to = now.codec(Object.class);
        StoredState result = new StoredState(kind, types, now);
        groups.forEach((group, entries) -> entries.forEach((key, value) ->
                result.put(group, ByteBuffer.wrap(recode(key.array(), from, to)), recode(value, from, to))));
        return result;
    }

    private static byte[] recode(byte[] bytes, RecordCodec<Object> from, RecordCodec<Object> to) {
        RecordOutput out = new RecordOutput(bytes.length);
        to.encode(from.decode(new RecordInput(bytes)), out);
        return out.toByteArray();
    }
}
