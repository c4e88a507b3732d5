package io.github.foggara.window;

import io.github.foggara.api.state.StateTypes;
import io.github.foggara.api.types.RecordCodec;

/** Codecs for values whose class the compiler does not know here. */
public final class Codecs {
    private Codecs() {}

    @SuppressWarnings("unchecked")
    public static RecordCodec<Object> of(StateTypes types, Class<?> type) {
        return (RecordCodec<Object>) types.codec(type);
    }
}
