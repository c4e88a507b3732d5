package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.state.IncompatibleStateException;
import io.github.foggara.api.state.StateTypes;
import io.github.foggara.api.types.RecordCodec;
import java.util.Arrays;

/** Types with names of one byte: another type does not fit. */
final class PlainStateTypes implements StateTypes {
    static final byte[] TABLE = {1};
    static final byte[] OTHER = {2};

    @Override
    public byte[] table() {
        return TABLE;
    }

    @Override
    public <T> RecordCodec<T> codec(Class<T> type) {
        throw new UnsupportedOperationException();
    }

    @Override
    public StateTypes written(byte[] table, String state) {
        if (Arrays.equals(table, OTHER)) {
            throw new IncompatibleStateException("State " + state + ": the type is another one");
        }
        if (!Arrays.equals(table, TABLE)) {
            throw new IllegalArgumentException("no table of types");
        }
        return this;
    }
}
