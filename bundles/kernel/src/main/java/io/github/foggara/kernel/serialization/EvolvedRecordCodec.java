package io.github.foggara.kernel.serialization;

import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.lang.reflect.Array;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads records as they were written into the record as it is now: by name of the components. Only decodes. */
final class EvolvedRecordCodec extends ValueCodec {
    private final WrittenTypes types;
    private final Codecs codecs;
    private final RecordShape shape;
    private final ValueSkipper skipper;
    /** For each component as written: where it belongs now, or -1. */
    private final int[] slots;
    /** For each component as written: its codec if it stands without an id, else null. */
    private final ValueCodec[] primitives;
    /** For each component of now. */
    private final Object[] defaults;

    EvolvedRecordCodec(TypeMatch match, WrittenTypes types, Codecs codecs) {
        super(match.row().id(), Sharing.NEVER, 0);
        this.types = types;
        this.codecs = codecs;
        this.shape = RecordShape.of(match.entry().type());
        this.skipper = new ValueSkipper(types, codecs);
        this.slots = match.slots();
        this.primitives = match.row().primitives(codecs);
        this.defaults = new Object[shape.components.length];
        for (int i = 0; i < defaults.length; i++) {
            defaults[i] = defaultOf(shape.components[i].getType());
        }
    }

    /** Zero or false; an empty Optional, list, set or map where one of these is declared; else null. */
    private static Object defaultOf(Class<?> type) {
        if (type.isPrimitive()) {
            return Array.get(Array.newInstance(type, 1), 0);
        }
        if (type == Optional.class) {
            return Optional.empty();
        }
        if (type == List.class || type == Collection.class || type == Iterable.class) {
            return List.of();
        }
        if (type == Set.class) {
            return Set.of();
        }
        return type == Map.class ? Map.of() : null;
    }

    @Override
    Object decode(RecordInput in) {
        Object[] values = defaults.clone();
        for (int i = 0; i < slots.length; i++) {
            if (primitives[i] != null) {
                Object value = primitives[i].decode(in);
                if (slots[i] >= 0) {
                    values[slots[i]] = value;
                }
            } else if (slots[i] >= 0) {
                values[slots[i]] = codecs.decodeValue(in);
            } else {
                skipper.skip(in);
            }
        }
        try {
            return shape.make(values);
        } catch (RuntimeException e) {
            throw types.incompatible("the constructor of the record " + shape.type.getName()
                    + " does not take what was restored, with the defaults of the components that were added: " + e
                    + ". Let it take 0, false, null or an empty collection there");
        }
    }

    @Override
    Object copy(Object value) {
        throw onlyDecodes();
    }

    @Override
    int estimate(Object value) {
        throw onlyDecodes();
    }

    @Override
    void encode(Object value, RecordOutput out) {
        throw onlyDecodes();
    }

    private static UnsupportedOperationException onlyDecodes() {
        return new UnsupportedOperationException("Values are only read in the shape of an earlier program");
    }
}
