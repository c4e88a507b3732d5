package io.github.foggara.kernel.serialization;

import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;

/** Constants by their position; the type table names them, so it can map them by name. */
final class EnumCodec extends ValueCodec {
    static final int REFERENCE = 16;

    private final Object[] constants;
    private final String name;

    /**
     * @param constants in the order in which positions count
     */
    EnumCodec(int id, Class<?> type, Object[] constants) {
        super(id, Sharing.ALWAYS, REFERENCE);
        this.constants = constants;
        this.name = type.getName();
    }

    @Override
    Object copy(Object value) {
        return value;
    }

    @Override
    int estimate(Object value) {
        return REFERENCE;
    }

    @Override
    void encode(Object value, RecordOutput out) {
        out.writeVarLong(((Enum<?>) value).ordinal());
    }

    @Override
    Object decode(RecordInput in) {
        long ordinal = in.readVarLong();
        if (ordinal < 0 || ordinal >= constants.length) {
            throw new IllegalArgumentException("The enum " + name + " has no constant number " + ordinal);
        }
        return constants[(int) ordinal];
    }
}
