package io.github.foggara.kernel.serialization;

import java.lang.reflect.Modifier;

/** What a declared type says about the classes of its values. */
final class StateClasses {
    private StateClasses() {}

    /** Whether there are values of just this class; else values of other classes are meant, which are looked at one by one. */
    static boolean exact(Class<?> type) {
        return type != Object.class
                && (type.isArray()
                        || type.isEnum()
                        || !Modifier.isAbstract(type.getModifiers()) && !type.isInterface());
    }

    /** Known without registration. */
    static boolean builtIn(Class<?> type) {
        return type.isPrimitive() || BuiltIns.contains(type) || BuiltIns.familyOf(type) > 0;
    }
}
