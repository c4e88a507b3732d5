package io.github.foggara.kernel.serialization;

import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** A built-in, deeply immutable type without parts of other types. Stateless, so shared by all threads. */
final class ScalarCodec<T> extends ValueCodec {
    final Class<T> type;
    private final ToLongFunction<T> size;
    private final BiConsumer<T, RecordOutput> writer;
    private final Function<RecordInput, T> reader;

    /** A type whose values are all about equally large. */
    static <T> ScalarCodec<T> fixed(
            int id, Class<T> type, int bytes, BiConsumer<T, RecordOutput> writer, Function<RecordInput, T> reader) {
        return new ScalarCodec<>(id, type, bytes, value -> bytes, writer, reader);
    }

    static <T> ScalarCodec<T> sized(
            int id,
            Class<T> type,
            ToLongFunction<T> size,
            BiConsumer<T, RecordOutput> writer,
            Function<RecordInput, T> reader) {
        return new ScalarCodec<>(id, type, 0, size, writer, reader);
    }

    private ScalarCodec(
            int id,
            Class<T> type,
            int fixedBytes,
            ToLongFunction<T> size,
            BiConsumer<T, RecordOutput> writer,
            Function<RecordInput, T> reader) {
        super(id, Sharing.ALWAYS, fixedBytes);
        this.type = type;
        this.size = size;
        this.writer = writer;
        this.reader = reader;
    }

    @Override
    Object copy(Object value) {
        return value;
    }

    @Override
    @SuppressWarnings("unchecked")
    int estimate(Object value) {
        return fixedBytes > 0 ? fixedBytes : saturated(size.applyAsLong((T) value));
    }

    @Override
    @SuppressWarnings("unchecked")
    void encode(Object value, RecordOutput out) {
        writer.accept((T) value, out);
    }

    @Override
    Object decode(RecordInput in) {
        return reader.apply(in);
    }
}
