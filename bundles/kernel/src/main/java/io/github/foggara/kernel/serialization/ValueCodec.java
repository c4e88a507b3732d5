package io.github.foggara.kernel.serialization;

import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;

/** Handles the values of one type; the type's id is written and read by {@link Codecs}. One thread. */
abstract class ValueCodec {
    final int id;
    final Sharing sharing;
    /** Estimated size if it is the same for every value, else 0. */
    final int fixedBytes;

    ValueCodec(int id, Sharing sharing, int fixedBytes) {
        this.id = id;
        this.sharing = sharing;
        this.fixedBytes = fixedBytes;
    }

    /** Whether this very value is deeply immutable. */
    boolean immutable(Object value) {
        return sharing == Sharing.ALWAYS;
    }

    abstract Object copy(Object value);

    /** At least 16; saturates. */
    abstract int estimate(Object value);

    abstract void encode(Object value, RecordOutput out);

    abstract Object decode(RecordInput in);

    /** Sum that stays below the largest int. */
    static int saturated(long bytes) {
        return (int) Math.min(bytes, Integer.MAX_VALUE);
    }
}
