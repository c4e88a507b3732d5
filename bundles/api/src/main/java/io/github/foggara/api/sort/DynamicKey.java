package io.github.foggara.api.sort;

import io.github.foggara.api.types.RecordOutput;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;

/**
 * Keys whose class the program's types do not tell. The first one decides: values of different classes have no order. Belongs to one
 * encoder.
 */
final class DynamicKey {
    private final KeyRules rules;
    private final String where;
    private Class<?> type;
    private MethodHandle code;
    private Object[] own;

    DynamicKey(KeyRules rules, String where) {
        this.rules = rules;
        this.where = where;
    }

    /**
     * @param value not null
     */
    void write(Object value, RecordOutput out) throws Throwable {
        Class<?> found = value instanceof Enum<?> constant ? constant.getDeclaringClass() : value.getClass();
        if (found != type) {
            learn(found);
        }
        code.invokeExact(own, value, out);
    }

    private void learn(Class<?> found) {
        if (type != null) {
            throw new IllegalArgumentException(rules.subject() + ": " + where + " is an object of " + found.getName()
                    + " here, but was one of " + type.getName()
                    + " before, and there is no order between the two. Give a"
                    + " KeySelector that always yields the same type");
        }
        List<KeySlot> slots = new ArrayList<>();
        code = new KeyParts(rules, slots).value(found, where).as(Object.class).code();
        own = KeySlot.makeAll(slots, List.of());
        type = found;
    }
}
