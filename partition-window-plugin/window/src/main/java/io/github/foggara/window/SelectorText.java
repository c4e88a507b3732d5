package io.github.foggara.window;

import io.github.foggara.api.types.FunctionSignature;
import io.github.foggara.api.types.FunctionSignature.Captured;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.api.types.RecordOutput;
import io.github.foggara.api.types.UnregisteredTypeException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A selector as text: its code and the values it carries. Equal for selectors that do the same, in every container. */
final class SelectorText {
    private SelectorText() {}

    /** @param codec of any value; what it does not know counts by its class alone */
    static String of(Object selector, RecordCodec<Object> codec) {
        FunctionSignature signature = FunctionSignature.of(selector);
        StringBuilder text = new StringBuilder(signature.identity());
        for (Captured captured : signature.captured()) {
            text.append(' ').append(captured.name()).append('=').append(value(captured.value(), codec));
        }
        return text.toString();
    }

    private static String value(Object value, RecordCodec<Object> codec) {
        if (value == null) {
            return "null";
        }
        RecordOutput out = new RecordOutput(64);
        try {
            codec.encode(value, out);
        } catch (UnregisteredTypeException | IllegalArgumentException e) {
            return function(value)
                    ? '(' + of(value, codec) + ')'
                    : value.getClass().getName();
        }
        return digest(out.toByteArray());
    }

    /** What carries on is code, such as a selector that a comparator was made of. */
    private static boolean function(Object value) {
        return value.getClass().isSynthetic() || value instanceof io.github.foggara.api.function.Function;
    }

    private static String digest(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes), 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }
}
