package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import io.github.foggara.api.types.UnregisteredTypeException;
import java.util.ArrayList;
import java.util.List;

/** Numbers, texts and records are immutable, {@code long[]} and lists of those are copied, anything else is not registered. */
final class PlainCodec implements RecordCodec<Object> {
    @Override
    public boolean immutable(Object record) {
        return record instanceof Number || record instanceof String || record instanceof Record;
    }

    @Override
    public Object copy(Object record) {
        if (record instanceof long[] array) {
            return array.clone();
        }
        if (record instanceof List<?> list) {
            return new ArrayList<>(list);
        }
        if (!immutable(record)) {
            throw new UnregisteredTypeException("register " + record.getClass());
        }
        return record;
    }

    @Override
    public int estimateBytes(Object record) {
        copy(record);
        return 16;
    }

    @Override
    public void encode(Object record, RecordOutput out) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Object decode(RecordInput in) {
        throw new UnsupportedOperationException();
    }
}
