package io.github.foggara.api.sort;

import io.github.foggara.api.types.TypeBindings;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A component of a value: of a record, or what a public field or getter of another class yields.
 *
 * @param handle {@code (owner)value}
 * @param type of the value
 */
record KeyAccess(MethodHandle handle, Type type) {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

    /**
     * @param owner type of the value it is taken from
     * @param name as the program wrote it
     * @throws IllegalArgumentException if there is none, with what there is
     */
    static KeyAccess of(Type owner, String name, KeyRules rules) {
        Class<?> raw = TypeBindings.raw(owner);
        if (raw.isRecord()) {
            RecordComponent component = component(raw, name, rules);
            return new KeyAccess(
                    handle(component.getAccessor()), TypeBindings.resolve(component.getGenericType(), owner));
        }
        if (raw.isPrimitive() || raw.isArray() || raw.isEnum() || raw.getName().startsWith("java.")) {
            throw rules.refusal(raw.getTypeName() + " has no component '" + name + "'. Sort by the value itself with '"
                    + SortCriterion.WHOLE + "', or give a KeySelector");
        }
        return property(raw, owner, name, rules);
    }

    /** Also of classes that are not public. */
    static MethodHandle handle(Method method) {
        try {
            method.setAccessible(true);
            return LOOKUP.unreflect(method);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(method + " was made accessible", e);
        }
    }

    private static RecordComponent component(Class<?> type, String name, KeyRules rules) {
        RecordComponent[] components = type.getRecordComponents();
        for (RecordComponent component : components) {
            if (component.getName().equals(name)) {
                return component;
            }
        }
        if (name.matches("f\\d{1,4}")) {
            int index = Integer.parseInt(name.substring(1));
            if (index < components.length) {
                return components[index];
            }
        }
        throw rules.refusal("the record " + type.getTypeName() + " of " + components.length + " components has no '"
                + name
                + "'. It has "
                + Arrays.stream(components).map(RecordComponent::getName).collect(Collectors.joining(", "))
                + (components.length == 0 ? "none" : ", also called f0 to f" + (components.length - 1)));
    }

    private static KeyAccess property(Class<?> type, Type owner, String name, KeyRules rules) {
        try {
            for (Field field : type.getFields()) {
                if (field.getName().equals(name) && !Modifier.isStatic(field.getModifiers())) {
                    field.setAccessible(true);
                    return new KeyAccess(
                            LOOKUP.unreflectGetter(field), TypeBindings.resolve(field.getGenericType(), owner));
                }
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(type + "." + name + " was made accessible", e);
        }
        String capital = name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
        for (String getter : new String[] {"get" + capital, "is" + capital, name}) {
            try {
                Method method = type.getMethod(getter);
                if (isGetter(method)) {
                    return new KeyAccess(handle(method), TypeBindings.resolve(method.getGenericReturnType(), owner));
                }
            } catch (NoSuchMethodException e) {
                continue;
            }
        }
        throw rules.refusal(type.getTypeName() + " has neither a public field '" + name + "' nor a public getter get"
                + capital + "(), is" + capital + "() or " + name + "(). It has " + String.join(", ", properties(type)));
    }

    private static TreeSet<String> properties(Class<?> type) {
        Stream<String> fields = Arrays.stream(type.getFields())
                .filter(field -> !Modifier.isStatic(field.getModifiers()))
                .map(Field::getName);
        Stream<String> getters =
                Arrays.stream(type.getMethods()).filter(KeyAccess::isGetter).map(method -> method.getName() + "()");
        return Stream.concat(fields, getters).collect(Collectors.toCollection(TreeSet::new));
    }

    private static boolean isGetter(Method method) {
        return method.getParameterCount() == 0
                && method.getReturnType() != void.class
                && method.getDeclaringClass() != Object.class
                && !Modifier.isStatic(method.getModifiers())
                && !method.getName().equals("hashCode")
                && !method.getName().equals("toString");
    }
}
