package io.github.foggara.state.heap;

import io.github.foggara.api.types.RecordCodec;
import java.util.Objects;

/**
 * What a state keeps of an object that user code hands in. Task thread.
 *
 * @param codec of the task thread
 * @param asIs whether the job reuses objects: then user code promises not to change them
 */
record Keeping<T>(RecordCodec<T> codec, boolean asIs) {
    /**
     * @throws NullPointerException for null
     */
    T own(T value) {
        Objects.requireNonNull(value, "A state keeps no null");
        // The codec is asked also where nothing is copied, so that a type that is not registered is refused here and
        // not in a snapshot.
        return codec.immutable(value) || asIs ? value : codec.copy(value);
    }

    /** For one who may change it, though a snapshot that is being written may have it. */
    T untouched(T value) {
        return codec.immutable(value) ? value : codec.copy(value);
    }
}
