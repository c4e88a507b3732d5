package io.github.foggara.kernel.serialization;

import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import io.github.foggara.api.types.UnregisteredTypeException;

/**
 * Records of one edge. Remembers the class of the last record, so that the common case, one class per edge, is decided by
 * one comparison.
 */
final class EdgeCodec<T> implements RecordCodec<T> {
    private final Codecs codecs;
    private final String operator;
    /** Never null; records of this class go to {@link #codec}. */
    private Class<?> type = Void.class;

    private ValueCodec codec;
    /** {@link #type} if its values are always immutable, else a class no record has. */
    private Class<?> shared = Void.class;

    private int fixedBytes;

    EdgeCodec(Codecs codecs, Class<T> edgeType, String operator) {
        this.codecs = codecs;
        this.operator = operator;
        if (edgeType != null && codecs.ids().find(edgeType).isPresent()) {
            remember(edgeType);
        }
    }

    @Override
    public boolean immutable(T record) {
        if (record.getClass() == shared) {
            return true;
        }
        ValueCodec current = of(record);
        try {
            return current.immutable(record);
        } catch (UnregisteredTypeException e) {
            throw named(e);
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public T copy(T record) {
        if (record.getClass() == shared) {
            return record;
        }
        ValueCodec current = of(record);
        try {
            return (T) current.copy(record);
        } catch (UnregisteredTypeException e) {
            throw named(e);
        }
    }

    @Override
    public int estimateBytes(T record) {
        if (record.getClass() == type && fixedBytes > 0) {
            return fixedBytes;
        }
        ValueCodec current = of(record);
        try {
            return Math.max(16, current.estimate(record));
        } catch (UnregisteredTypeException e) {
            throw named(e);
        }
    }

    @Override
    public void encode(T record, RecordOutput out) {
        ValueCodec current = of(record);
        out.writeVarLong(current.id);
        try {
            current.encode(record, out);
        } catch (UnregisteredTypeException e) {
            throw named(e);
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public T decode(RecordInput in) {
        codecs.restart();
        Object value;
        try {
            value = codecs.decodeValue(in);
        } catch (IllegalArgumentException e) {
            throw e;
        } catch (RuntimeException e) {
            // Constructors of records, hash codes and date arithmetic may refuse values that were never encoded.
            throw new IllegalArgumentException("These bytes are no record of the job: " + e, e);
        }
        if (value == null) {
            throw new IllegalArgumentException("These bytes are no record of the job: null");
        }
        return (T) value;
    }

    private ValueCodec of(T record) {
        codecs.restart();
        if (record.getClass() != type) {
            remember(record.getClass());
        }
        return codec;
    }

    private void remember(Class<?> next) {
        try {
            codec = codecs.of(next);
        } catch (UnregisteredTypeException e) {
            throw named(e);
        }
        type = next;
        shared = codec.sharing == Sharing.ALWAYS ? next : Void.class;
        fixedBytes = codec.fixedBytes;
    }

    private UnregisteredTypeException named(UnregisteredTypeException e) {
        return operator == null
                ? e
                : new UnregisteredTypeException(
                        e.getMessage() + " (a record emitted by the operator '" + operator + "')");
    }
}
