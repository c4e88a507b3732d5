package io.github.foggara.kernel.serialization;

import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.lang.reflect.Field;
import java.util.List;

/** A registered class that is neither record, enum nor array. */
final class KryoCodec extends ValueCodec {
    private static final int HEADER = 16;
    private static final int SLOT = 8;

    private final Class<?> type;
    private final Codecs codecs;
    private final KryoSession session;
    private final List<Field> fields;

    KryoCodec(int id, Class<?> type, Codecs codecs, KryoSession session) {
        super(id, Sharing.NEVER, 0);
        this.type = type;
        this.codecs = codecs;
        this.session = session;
        this.fields = TypeCollector.fields(type);
        fields.forEach(field -> field.setAccessible(true));
    }

    @Override
    Object copy(Object value) {
        return session.copy(value);
    }

    @Override
    int estimate(Object value) {
        long sum = HEADER;
        for (Field field : fields) {
            sum += SLOT;
            if (!field.getType().isPrimitive()) {
                sum += codecs.estimateValue(read(field, value));
            }
        }
        return saturated(sum);
    }

    @Override
    void encode(Object value, RecordOutput out) {
        byte[] bytes = session.encode(value);
        out.writeVarLong(bytes.length);
        out.writeBytes(bytes, 0, bytes.length);
    }

    @Override
    Object decode(RecordInput in) {
        return session.decode(in.readBytes(in.readLength()), type);
    }

    private static Object read(Field field, Object value) {
        try {
            return field.get(value);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("The field was made accessible", e);
        }
    }
}
