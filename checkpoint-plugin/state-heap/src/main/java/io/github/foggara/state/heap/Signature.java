package io.github.foggara.state.heap;

import io.github.foggara.api.state.IncompatibleStateException;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a name stands for.
 *
 * @param types names of classes: of the value, or of keys and values of a map
 */
record Signature(StateKind kind, List<String> types) {

    Signature {
        types = List.copyOf(types);
    }

    static Signature of(StateKind kind, Class<?>... types) {
        return new Signature(
                kind,
                Arrays.stream(types).map(Signature::boxed).map(Class::getName).toList());
    }

    /** A primitive type and its box are the same in a state. */
    static Class<?> boxed(Class<?> type) {
        return MethodType.methodType(type).wrap().returnType();
    }

    /** As in {@code a list of java.lang.Long}. */
    String words() {
        String article = kind == StateKind.AGGREGATING ? "an " : "a ";
        return article + kind.words + " state of " + String.join(" to ", types);
    }

    /** Whether the program of now means the same; if not, refuses. */
    void check(Signature now, String state, String operator) {
        if (!equals(now)) {
            throw new IncompatibleStateException("State '" + state + "' of operator '" + operator + "' is " + words()
                    + " in the checkpoint, and " + now.words() + " in the program of now: go back to that, or give the"
                    + " new state another name, which begins empty");
        }
    }

    void write(RecordOutput out) {
        out.writeByte(kind.code);
        out.writeByte(types.size());
        types.forEach(out::writeString);
    }

    static Signature read(RecordInput in) {
        StateKind kind = StateKind.of(in.readUnsignedByte());
        int count = in.readUnsignedByte();
        if (count != kind.types()) {
            throw new IllegalArgumentException("a " + kind.words + " state has no " + count + " types");
        }
        List<String> types = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            types.add(in.readString());
        }
        return new Signature(kind, types);
    }
}
