package io.github.foggara.kernel.serialization;

import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.HashSet;
import java.util.Set;

/** Derives from a declared type whether its values can be shared. */
final class SharingRules {
    private final Set<Class<?>> scalars = new HashSet<>();

    SharingRules() {
        Scalars.ALL.forEach(scalar -> scalars.add(scalar.type));
    }

    Sharing of(Class<?> type) {
        return of(type, new HashSet<>());
    }

    /** A type that holds itself is as good as the rest of it: {@code open} are those being looked at. */
    private Sharing of(Class<?> type, Set<Class<?>> open) {
        if (type.isPrimitive() || scalars.contains(type) || type.isEnum() || !open.add(type)) {
            return Sharing.ALWAYS;
        }
        if (type.isRecord()) {
            return ofRecord(type, open);
        }
        boolean vague = type.isInterface() || Modifier.isAbstract(type.getModifiers()) || type == Object.class;
        if (vague && type.isSealed() && !type.isArray()) {
            return ofSealed(type, open);
        }
        return vague && !type.isArray() || type == java.util.Optional.class ? Sharing.PER_VALUE : Sharing.NEVER;
    }

    private Sharing ofRecord(Class<?> type, Set<Class<?>> open) {
        Sharing worst = Sharing.ALWAYS;
        for (RecordComponent component : type.getRecordComponents()) {
            Sharing part = of(component.getType(), open);
            if (part.compareTo(worst) > 0) {
                worst = part;
            }
        }
        return worst;
    }

    private Sharing ofSealed(Class<?> type, Set<Class<?>> open) {
        for (Class<?> permitted : type.getPermittedSubclasses()) {
            if (of(permitted, open) != Sharing.ALWAYS) {
                return Sharing.PER_VALUE;
            }
        }
        return Sharing.ALWAYS;
    }
}
