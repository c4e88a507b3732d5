package io.github.foggara.shuffle.local;

import io.github.foggara.api.types.RecordCodec;
import java.util.function.Supplier;

/** The codec the channels of one gate share, made when the first batch is opened. Consuming task only. */
final class GateCodec {
    private final Supplier<RecordCodec<Object>> codecs;
    private RecordCodec<Object> codec;

    GateCodec(Supplier<RecordCodec<Object>> codecs) {
        this.codecs = codecs;
    }

    RecordCodec<Object> get() {
        if (codec == null) {
            codec = codecs.get();
        }
        return codec;
    }
}
