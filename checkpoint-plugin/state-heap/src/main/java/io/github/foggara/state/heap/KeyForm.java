package io.github.foggara.state.heap;

import io.github.foggara.api.state.KeyGrouping;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;

/** What keys are, as far as there are tables of their own for them. */
enum KeyForm {
    LONG(1),
    INT(2),
    STRING(3),
    OTHER(4);

    /** Stands in snapshots. */
    final int code;

    KeyForm(int code) {
        this.code = code;
    }

    static KeyForm of(int code) {
        for (KeyForm form : values()) {
            if (form.code == code) {
                return form;
            }
        }
        throw new IllegalArgumentException("There is no form of keys " + code);
    }

    boolean number() {
        return this == LONG || this == INT;
    }

    /** Small numbers of either sign take few bytes. */
    static void writeNumber(long number, RecordOutput out) {
        out.writeVarLong(number << 1 ^ number >> 63);
    }

    /**
     * Reads a key that a table wrote.
     *
     * @throws IllegalArgumentException if it is none, or not of this key group
     */
    Object read(RecordInput in, RecordCodec<Object> codec, KeyGrouping grouping, int keyGroup) {
        Object key = switch (this) {
            case LONG -> (Object) number(in);
            case INT -> (Object) narrow(number(in));
            case STRING -> in.readString();
            case OTHER -> codec.decode(in);
        };
        int group = grouping.group(key);
        if (group != keyGroup) {
            throw new IllegalArgumentException("the key " + key + " belongs to key group " + group);
        }
        return key;
    }

    private static long number(RecordInput in) {
        long bits = in.readVarLong();
        return bits >>> 1 ^ -(bits & 1);
    }

    private static int narrow(long number) {
        if (number != (int) number) {
            throw new IllegalArgumentException("the number " + number + " is no int");
        }
        return (int) number;
    }
}
