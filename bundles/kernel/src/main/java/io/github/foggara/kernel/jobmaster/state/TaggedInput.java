package io.github.foggara.kernel.jobmaster.state;

import io.github.foggara.api.types.RecordInput;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Reads what {@link TaggedOutput} wrote; the bytes are untrusted. Unknown tags are skipped, a missing one has the reader's default, and a tag may
 * repeat.
 */
final class TaggedInput {
    private final Map<Integer, List<byte[]>> fields = new HashMap<>();

    /**
     * @throws IllegalArgumentException if they are not fields
     */
    TaggedInput(byte[] bytes) {
        this(bytes, 0);
    }

    /** From there to the end. */
    TaggedInput(byte[] bytes, int from) {
        RecordInput in = new RecordInput(bytes, from, bytes.length - from);
        while (in.remaining() > 0) {
            int tag = in.readUnsignedByte();
            fields.computeIfAbsent(tag, t -> new ArrayList<>()).add(in.readBytes(in.readLength()));
        }
    }

    <T> List<T> all(int tag, Function<RecordInput, T> read) {
        List<T> values = new ArrayList<>();
        for (byte[] bytes : fields.getOrDefault(tag, List.of())) {
            RecordInput in = new RecordInput(bytes);
            values.add(read.apply(in));
            if (in.remaining() != 0) {
                throw new IllegalArgumentException("Field " + tag + " has " + in.remaining() + " bytes too many");
            }
        }
        return values;
    }

    <T> T one(int tag, T fallback, Function<RecordInput, T> read) {
        List<T> values = all(tag, read);
        if (values.size() > 1) {
            throw new IllegalArgumentException("Field " + tag + " stands there " + values.size() + " times");
        }
        return values.isEmpty() ? fallback : values.get(0);
    }

    long number(int tag) {
        return one(tag, 0L, RecordInput::readVarLong);
    }

    /** From 0 to the largest int. */
    int index(int tag) {
        return index(number(tag));
    }

    static int index(long value) {
        if (value < 0 || value > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(value + " is not an index");
        }
        return (int) value;
    }

    String text(int tag) {
        return one(tag, "", RecordInput::readString);
    }
}
