package io.github.foggara.kernel.serialization;

import com.esotericsoftware.kryo.kryo5.io.Output;
import java.nio.charset.StandardCharsets;

/** Writes texts so that {@link BoundedInput} can check their length before it allocates. */
final class BoundedOutput extends Output {
    private static final int INITIAL = 128;

    BoundedOutput() {
        super(INITIAL, -1);
    }

    @Override
    public void writeString(String value) {
        writeVarInt(value == null ? 0 : 1, true);
        if (value != null) {
            byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
            writeVarInt(utf8.length, true);
            writeBytes(utf8);
        }
    }
}
