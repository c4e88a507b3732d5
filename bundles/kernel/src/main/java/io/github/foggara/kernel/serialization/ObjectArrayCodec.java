package io.github.foggara.kernel.serialization;

import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.lang.reflect.Array;

/** Arrays of references. */
final class ObjectArrayCodec extends ValueCodec {
    final Class<?> type;
    private final Codecs codecs;

    ObjectArrayCodec(int id, Class<?> type, Codecs codecs) {
        super(id, Sharing.NEVER, 0);
        this.type = type;
        this.codecs = codecs;
    }

    @Override
    Object copy(Object value) {
        Object[] copy = ((Object[]) value).clone();
        for (int i = 0; i < copy.length; i++) {
            copy[i] = codecs.copyValue(copy[i]);
        }
        return copy;
    }

    @Override
    int estimate(Object value) {
        return CollectionCodec.estimateElements(java.util.Arrays.asList((Object[]) value), codecs);
    }

    @Override
    void encode(Object value, RecordOutput out) {
        Object[] array = (Object[]) value;
        out.writeVarLong(array.length);
        for (Object element : array) {
            codecs.encodeValue(element, out);
        }
    }

    @Override
    Object decode(RecordInput in) {
        Object[] array = (Object[]) Array.newInstance(type.getComponentType(), in.readLength());
        for (int i = 0; i < array.length; i++) {
            Object element = codecs.decodeValue(in);
            if (element != null && !type.getComponentType().isInstance(element)) {
                throw new IllegalArgumentException(
                        element.getClass().getName() + " is not an element of " + type.getTypeName());
            }
            array[i] = element;
        }
        return array;
    }
}
