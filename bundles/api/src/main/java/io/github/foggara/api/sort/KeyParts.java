package io.github.foggara.api.sort;

import io.github.foggara.api.types.RecordOutput;
import io.github.foggara.api.types.TypeBindings;
import java.io.Serializable;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds out how values of a type become parts of a key. For one criterion. */
final class KeyParts {
    static final String ACCEPTED =
            "What has an order: primitives and their boxes, String, BigInteger, BigDecimal, UUID, enums, the dates"
                    + " and times of java.time, Duration, Year, YearMonth, ZoneOffset, Optional of these, and records of these";

    /** A generic record may contain itself with other arguments each time. */
    private static final int DEEPEST = 32;

    /** Say nothing of what the value is, so its class is looked at when it comes. */
    private static final Set<Class<?>> GENERAL =
            Set.of(Object.class, Comparable.class, Number.class, Serializable.class);

    private static final MethodHandle WRITE_DYNAMIC = find(
            "writeDynamic",
            MethodType.methodType(void.class, int.class, Object[].class, Object.class, RecordOutput.class));
    private static final MethodHandle UNWRAP = find("unwrap", MethodType.methodType(Object.class, Optional.class));

    private final KeyRules rules;
    private final List<KeySlot> slots;
    /** Records whose components are being looked at, one in the other. */
    private final Set<Type> open = new HashSet<>();

    /**
     * @param slots of the encoder; new ones are added
     */
    KeyParts(KeyRules rules, List<KeySlot> slots) {
        this.rules = rules;
        this.slots = slots;
    }

    KeyRules rules() {
        return rules;
    }

    List<KeySlot> slots() {
        return slots;
    }

    /**
     * Of a value that may be null, if its type can.
     *
     * @param where the value stands, for messages
     */
    KeyPart component(Type type, String where) {
        Class<?> raw = TypeBindings.raw(type);
        if (raw == Optional.class) {
            Type content = argument(type);
            return component(content, where).from(unwrap(TypeBindings.raw(content)));
        }
        KeyPart value = value(type, where);
        return raw.isPrimitive() ? value : orNull(value.marked(rules.presentMark()));
    }

    /** Of a value that is there. */
    KeyPart value(Type type, String where) {
        Class<?> raw = TypeBindings.raw(type);
        KeyScalars scalar = KeyScalars.of(raw);
        if (scalar != null) {
            return scalar(scalar).as(raw);
        }
        if (raw == Optional.class) {
            return component(type, where);
        }
        if (raw.isRecord()) {
            return record(type, raw, where);
        }
        if (GENERAL.contains(raw)) {
            return dynamic(where).as(raw);
        }
        throw rules.refusal(where + " has the type " + raw.getTypeName() + ", which has no order"
                + (composite(raw) ? " as a whole" : "") + ". " + ACCEPTED
                + ". Name one of its components, or give a KeySelector");
    }

    /** Nothing but the mark of null where the value is null. */
    KeyPart orNull(KeyPart part) {
        return part.unlessNull(rules.nullMark());
    }

    /** {@code (Optional)V}, null for an empty one. */
    static MethodHandle unwrap(Class<?> content) {
        return UNWRAP.asType(MethodType.methodType(content, Optional.class));
    }

    /** The first type argument; {@code Object} if there is none. */
    static Type argument(Type type) {
        return type instanceof ParameterizedType parameterized
                ? parameterized.getActualTypeArguments()[0]
                : Object.class;
    }

    private KeyPart scalar(KeyScalars scalar) {
        KeyPart all = KeyPart.empty(scalar.type());
        for (KeyScalars.Image image : scalar.images()) {
            all = all.then(KeyPart.image(image.image(), image.bytes(), rules.mask()));
        }
        if (scalar.text() != null) {
            MethodHandle text = MethodHandles.insertArguments(scalar.text(), 2, (int) rules.mask() & 0xFF);
            all = all.then(KeyPart.of(text));
        }
        return all;
    }

    private KeyPart record(Type type, Class<?> raw, String where) {
        if (!open.add(type) || open.size() > DEEPEST) {
            throw rules.refusal(
                    where + " has the type " + raw.getTypeName()
                            + ", which contains itself, so its components have no end. Name one of them, or give a KeySelector");
        }
        KeyPart all = KeyPart.empty(raw);
        for (RecordComponent component : raw.getRecordComponents()) {
            Type inner = TypeBindings.resolve(component.getGenericType(), type);
            KeyPart part =
                    component(inner, KeyPath.inside(where, component.getName())).as(component.getType());
            all = all.then(part.from(KeyAccess.handle(component.getAccessor())));
        }
        open.remove(type);
        return all;
    }

    private KeyPart dynamic(String where) {
        int slot = slots.size();
        KeyRules mine = rules;
        slots.add(functions -> new DynamicKey(mine, where));
        return new KeyPart(MethodHandles.insertArguments(WRITE_DYNAMIC, 0, slot));
    }

    private static boolean composite(Class<?> type) {
        return !type.isArray() && !type.isInterface() && !type.getName().startsWith("java.");
    }

    private static MethodHandle find(String method, MethodType type) {
        try {
            return MethodHandles.lookup().findStatic(KeyParts.class, method, type);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("There is no " + method + type, e);
        }
    }

    // What the handles call.

    private static void writeDynamic(int slot, Object[] own, Object value, RecordOutput out) throws Throwable {
        ((DynamicKey) own[slot]).write(value, out);
    }

    private static Object unwrap(Optional<?> optional) {
        return optional == null ? null : optional.orElse(null);
    }
}
