package io.github.foggara.kernel.serialization;

import com.esotericsoftware.kryo.kryo5.KryoException;
import com.esotericsoftware.kryo.kryo5.io.Input;
import java.nio.charset.StandardCharsets;

/** Input over untrusted bytes: the lengths that Kryo's own methods believe are checked here first. */
final class BoundedInput extends Input {
    BoundedInput(byte[] bytes) {
        super(bytes);
    }

    /** Bytes with their length before them. */
    byte[] readChecked() {
        int length = readVarInt(true);
        if (length < 0 || length > limit() - position()) {
            throw new KryoException(
                    "A length of " + length + " does not fit the " + (limit() - position()) + " bytes left");
        }
        return readBytes(length);
    }

    @Override
    public String readString() {
        return readVarInt(true) == 0 ? null : new String(readChecked(), StandardCharsets.UTF_8);
    }
}
