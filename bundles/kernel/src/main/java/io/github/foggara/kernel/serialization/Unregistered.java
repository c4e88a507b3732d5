package io.github.foggara.kernel.serialization;

/** Words for a type that is in no table. */
final class Unregistered {
    private Unregistered() {}

    static String message(Class<?> type) {
        String name = type.getName();
        if (TypeCollector.isJdk(type)) {
            return "The class " + name + " belongs to the JDK and has no codec. Put what it holds into a record, for"
                    + " example a long for an AtomicLong";
        }
        if (type.isAnonymousClass() || type.isHidden()) {
            return "A record holds an object of the class " + name
                    + ", which has no name in the program. Emit a record or a named class instead";
        }
        if (TypeCollector.extendsJdk(type)) {
            return "The class " + name + " extends " + type.getSuperclass().getName()
                    + " and has no codec. Use a record or class of your own that holds one";
        }
        return "The type " + name + " is not registered. Add this line to the program: env.register(" + simpleName(type)
                + ")";
    }

    /** As it would be written in the source, with its enclosing class. */
    private static String simpleName(Class<?> type) {
        Class<?> element = type;
        String brackets = "";
        while (element.isArray()) {
            element = element.getComponentType();
            brackets += "[]";
        }
        Class<?> outer = element.getDeclaringClass();
        return (outer == null ? "" : outer.getSimpleName() + ".") + element.getSimpleName() + brackets + ".class";
    }
}
