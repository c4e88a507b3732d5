package io.github.foggara.kernel.serialization;

import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.util.Optional;

/** An Optional is as immutable as its value. */
final class OptionalCodec extends ValueCodec {
    private static final int ID = 40;
    private static final int OVERHEAD = 16;

    private final Codecs codecs;

    OptionalCodec(Codecs codecs) {
        super(ID, Sharing.PER_VALUE, 0);
        this.codecs = codecs;
    }

    @Override
    boolean immutable(Object value) {
        return codecs.immutableValue(content(value));
    }

    @Override
    Object copy(Object value) {
        Object content = content(value);
        Object copy = codecs.copyValue(content);
        return copy == content ? value : Optional.ofNullable(copy);
    }

    @Override
    int estimate(Object value) {
        return saturated(OVERHEAD + (long) codecs.estimateValue(content(value)));
    }

    @Override
    void encode(Object value, RecordOutput out) {
        codecs.encodeValue(content(value), out);
    }

    @Override
    Object decode(RecordInput in) {
        return Optional.ofNullable(codecs.decodeValue(in));
    }

    private static Object content(Object value) {
        return ((Optional<?>) value).orElse(null);
    }
}
