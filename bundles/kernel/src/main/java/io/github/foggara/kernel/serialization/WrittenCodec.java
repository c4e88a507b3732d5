package io.github.foggara.kernel.serialization;

import io.github.foggara.api.state.IncompatibleStateException;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.lang.invoke.MethodType;

/** Reads the values of one state of a snapshot. One thread. */
final class WrittenCodec<T> implements RecordCodec<T> {
    private final Codecs codecs;
    private final Class<?> type;
    private final String state;

    WrittenCodec(Codecs codecs, Class<T> type, String state) {
        this.codecs = codecs;
        this.type = MethodType.methodType(type).wrap().returnType();
        this.state = state;
    }

    @Override
    @SuppressWarnings("unchecked")
    public T decode(RecordInput in) {
        codecs.restart();
        Object value;
        try {
            value = codecs.decodeValue(in);
        } catch (IllegalArgumentException | IncompatibleStateException e) {
            throw e;
        } catch (RuntimeException e) {
            // Constructors of records, hash codes and date arithmetic may refuse values that were never encoded.
            throw new IllegalArgumentException("These bytes are no value of state " + state + ": " + e, e);
        }
        if (value == null) {
            throw new IllegalArgumentException("These bytes are no value of state " + state + ": null");
        }
        if (!type.isInstance(value)) {
            throw new IncompatibleStateException(
                    "State " + state + " cannot be restored: it holds values of "
                            + value.getClass().getTypeName() + ", and the program declares " + type.getTypeName()
                            + ". Give the state of the new type another name: it begins empty then. Or restore with the earlier program");
        }
        return (T) value;
    }

    @Override
    public boolean immutable(T value) {
        throw onlyDecodes();
    }

    @Override
    public T copy(T value) {
        throw onlyDecodes();
    }

    @Override
    public int estimateBytes(T value) {
        throw onlyDecodes();
    }

    @Override
    public void encode(T value, RecordOutput out) {
        throw onlyDecodes();
    }

    private UnsupportedOperationException onlyDecodes() {
        return new UnsupportedOperationException("The codecs of a snapshot only decode: state " + state);
    }
}
