package io.github.foggara.kernel.serialization;

import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;

/** A Java record: its components in order; primitive ones without a type id. */
final class RecordClassCodec extends ValueCodec {
    private static final int HEADER = 16;
    private static final int SLOT = 8;

    private final RecordShape shape;
    private final Codecs codecs;
    /** The codec of a primitive component, else null. */
    private final ValueCodec[] primitives;
    /** Components whose size or mutability depends on the value. */
    private final int[] varying;

    private final int base;
    /** Both null until a record becomes bytes. */
    private RecordShape.Wire writer;

    private RecordShape.Wire reader;

    RecordClassCodec(int id, RecordShape shape, Sharing sharing, Codecs codecs) {
        super(id, sharing, fixedBytes(shape, codecs));
        this.shape = shape;
        this.codecs = codecs;
        this.primitives = new ValueCodec[shape.components.length];
        int[] indices = new int[primitives.length];
        int count = 0;
        int bytes = HEADER;
        for (int i = 0; i < primitives.length; i++) {
            Class<?> type = shape.components[i].getType();
            primitives[i] = codecs.primitive(type);
            int fixed = codecs.fixedBytes(type);
            bytes += SLOT + (primitives[i] == null ? fixed : 0);
            if (fixed == 0) {
                indices[count++] = i;
            }
        }
        this.varying = java.util.Arrays.copyOf(indices, count);
        this.base = bytes;
    }

    private static int fixedBytes(RecordShape shape, Codecs codecs) {
        int bytes = HEADER;
        for (var component : shape.components) {
            int fixed = codecs.fixedBytes(component.getType());
            if (fixed == 0) {
                return 0;
            }
            bytes += SLOT + (component.getType().isPrimitive() ? 0 : fixed);
        }
        return bytes;
    }

    @Override
    boolean immutable(Object value) {
        if (sharing != Sharing.PER_VALUE) {
            return sharing == Sharing.ALWAYS;
        }
        for (int index : varying) {
            if (!codecs.immutableValue(shape.get(index, value))) {
                return false;
            }
        }
        return true;
    }

    @Override
    Object copy(Object value) {
        if (immutable(value)) {
            return value;
        }
        Object[] copies = new Object[primitives.length];
        for (int i = 0; i < copies.length; i++) {
            Object component = shape.get(i, value);
            copies[i] = primitives[i] == null ? codecs.copyValue(component) : component;
        }
        return shape.make(copies);
    }

    @Override
    int estimate(Object value) {
        if (fixedBytes > 0) {
            return fixedBytes;
        }
        long sum = base;
        for (int index : varying) {
            sum += codecs.estimateValue(shape.get(index, value));
        }
        return saturated(sum);
    }

    @Override
    void encode(Object value, RecordOutput out) {
        try {
            (writer == null ? code().writer : writer).write(value, out, codecs);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable t) {
            throw new IllegalStateException(t);
        }
    }

    @Override
    Object decode(RecordInput in) {
        try {
            return (reader == null ? code().reader : reader).read(in, codecs);
        } catch (ClassCastException | NullPointerException e) {
            throw shape.noComponents(e);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable t) {
            throw new IllegalStateException(t);
        }
    }

    /** Makes both. */
    private RecordClassCodec code() {
        RecordShape.Wire each = new Each();
        writer = shape.wire().orElse(each);
        reader = writer.reads() ? writer : each;
        return this;
    }

    /** One component after the other, for classes that have too many for code of their own. */
    private final class Each implements RecordShape.Wire {
        @Override
        public boolean reads() {
            return true;
        }

        @Override
        public void write(Object record, RecordOutput out, Codecs codecs) {
            for (int i = 0; i < primitives.length; i++) {
                Object component = shape.get(i, record);
                if (primitives[i] == null) {
                    codecs.encodeValue(component, out);
                } else {
                    primitives[i].encode(component, out);
                }
            }
        }

        @Override
        public Object read(RecordInput in, Codecs codecs) {
            Object[] values = new Object[primitives.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = primitives[i] == null ? codecs.decodeValue(in) : primitives[i].decode(in);
            }
            return shape.make(values);
        }
    }
}
