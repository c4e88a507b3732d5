package io.github.foggara.kernel.serialization;

import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.kernel.serialization.TypeEntry.Component;
import io.github.foggara.kernel.serialization.TypeEntry.Kind;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/** Walks from registered types to all that their values may hold. */
final class TypeCollector {
    private static final int FORMAT = 1;

    private final TreeMap<String, Class<?>> found = new TreeMap<>();
    private final Set<Type> visited = new HashSet<>();

    /** A type the program named itself: one that can never be encoded is refused. */
    void register(Class<?> type) {
        boolean concrete = !type.isInterface() && !Modifier.isAbstract(type.getModifiers()) && !type.isPrimitive();
        boolean kryo = concrete && !type.isEnum() && !type.isRecord() && !type.isArray() && !BuiltIns.contains(type);
        if (kryo && (isJdk(type) || extendsJdk(type) || type.isAnonymousClass() || type.isHidden())) {
            throw new JobDefinitionException(
                    "env.register(" + type.getSimpleName() + ".class) is refused. " + Unregistered.message(type));
        }
        add(type);
    }

    /** A type that was seen and is taken if it can be. */
    void addSeen(Class<?> type) {
        add(type);
    }

    List<TypeEntry> entries() {
        List<TypeEntry> entries = new ArrayList<>();
        for (Class<?> type : found.values()) {
            Kind kind = kind(type);
            entries.add(new TypeEntry(TypeTable.FIRST_ID + entries.size(), type, kind, FORMAT, components(type, kind)));
        }
        return entries;
    }

    private void add(Type type) {
        if (type instanceof Class<?> plain) {
            if (visited.add(plain)) {
                addClass(plain);
            }
        } else if (visited.add(type)) {
            addGeneric(type);
        }
    }

    private void addGeneric(Type type) {
        if (type instanceof ParameterizedType parameterized) {
            add(parameterized.getRawType());
            addAll(parameterized.getActualTypeArguments());
        } else if (type instanceof GenericArrayType array) {
            add(array.getGenericComponentType());
            if (array.getGenericComponentType() instanceof ParameterizedType element) {
                add(((Class<?>) element.getRawType()).arrayType());
            }
        } else if (type instanceof TypeVariable<?> variable) {
            addAll(variable.getBounds());
        } else if (type instanceof WildcardType wildcard) {
            addAll(wildcard.getUpperBounds());
            addAll(wildcard.getLowerBounds());
        }
    }

    private void addAll(Type[] types) {
        for (Type type : types) {
            add(type);
        }
    }

    private void addClass(Class<?> type) {
        if (type.isPrimitive() || BuiltIns.contains(type)) {
            return;
        }
        if (type.isSealed()) {
            addAll(type.getPermittedSubclasses());
        }
        if (type.isArray()) {
            add(type.getComponentType());
            put(type);
        } else if (Enum.class.isAssignableFrom(type)) {
            // A constant with a body is of a subclass of its enum.
            Class<?> declaring = type.isEnum() ? type : type.getSuperclass();
            if (declaring.isEnum()) {
                put(declaring);
            }
        } else if (type.isRecord()) {
            put(type);
            for (RecordComponent component : type.getRecordComponents()) {
                add(component.getGenericType());
            }
        } else if (!type.isInterface()
                && !Modifier.isAbstract(type.getModifiers())
                && !isJdk(type)
                && !extendsJdk(type)) {
            put(type);
            fields(type).forEach(field -> add(field.getGenericType()));
        }
    }

    private void put(Class<?> type) {
        Class<?> other = found.putIfAbsent(type.getName(), type);
        if (other != null && other != type) {
            throw new JobDefinitionException("Two classes named " + type.getName()
                    + " are in the job, from two bundles. Import the package from one of them");
        }
    }

    /** Whether a class comes with Java: its private state is closed to us. */
    static boolean isJdk(Class<?> type) {
        return type.getModule().isNamed() && type.getName().startsWith("java");
    }

    /** Whether a class inherits from one whose private state is closed to us, such as ArrayList. */
    static boolean extendsJdk(Class<?> type) {
        Class<?> level = type.getSuperclass();
        while (level != null && !isJdk(level)) {
            level = level.getSuperclass();
        }
        return level != null && level != Object.class && level != Record.class && level != Enum.class;
    }

    private static Kind kind(Class<?> type) {
        if (type.isArray()) {
            return Kind.ARRAY;
        }
        if (type.isEnum()) {
            return Kind.ENUM;
        }
        return type.isRecord() ? Kind.RECORD : Kind.KRYO;
    }

    private static List<Component> components(Class<?> type, Kind kind) {
        return switch (kind) {
            case ARRAY -> List.of(new Component("[]", type.getComponentType().getTypeName()));
            case ENUM ->
                Arrays.stream(type.getEnumConstants())
                        .map(constant -> new Component(((Enum<?>) constant).name(), ""))
                        .toList();
            case RECORD ->
                Arrays.stream(type.getRecordComponents())
                        .map(c -> new Component(c.getName(), c.getGenericType().getTypeName()))
                        .toList();
            case KRYO ->
                fields(type).stream()
                        .map(f -> new Component(
                                f.getName(),
                                finality(f.getType()) + f.getGenericType().getTypeName()))
                        .toList();
        };
    }

    /** Kryo writes no id for a field of a final class, so a class that is no longer final would be read wrongly. */
    private static String finality(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        boolean fixed = element.isPrimitive() || element.isRecord() || isJdk(element);
        return !fixed && Modifier.isFinal(element.getModifiers()) ? "final " : "";
    }

    /** Those that carry state, of the class and its superclasses up to the JDK's. */
    static List<Field> fields(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        for (Class<?> level = type; level != null && !isJdk(level); level = level.getSuperclass()) {
            for (Field field : level.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !Modifier.isTransient(field.getModifiers())) {
                    fields.add(field);
                }
            }
        }
        return fields;
    }
}
