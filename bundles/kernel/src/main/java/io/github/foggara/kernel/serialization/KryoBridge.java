package io.github.foggara.kernel.serialization;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.Serializer;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;

/** Lets our codecs handle what a Kryo object holds. */
final class KryoBridge extends Serializer<Object> {
    private final Codecs codecs;

    KryoBridge(Codecs codecs) {
        super(false, false);
        this.codecs = codecs;
    }

    @Override
    public void write(Kryo kryo, Output output, Object value) {
        RecordOutput bytes = new RecordOutput(64);
        codecs.encodeValue(value, bytes);
        output.writeVarInt(bytes.length(), true);
        output.writeBytes(bytes.array(), 0, bytes.length());
    }

    @Override
    public Object read(Kryo kryo, Input input, Class<?> type) {
        RecordInput in = new RecordInput(((BoundedInput) input).readChecked());
        Object value = codecs.decodeValue(in);
        if (in.remaining() > 0 || value == null) {
            throw new IllegalArgumentException("A value inside an object of a registered class is damaged");
        }
        return value;
    }

    @Override
    public Object copy(Kryo kryo, Object original) {
        return codecs.copyValue(original);
    }
}
