package io.github.foggara.api.types;

import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What type variables stand for, gathered by looking at supertypes and by comparing declared with actual types. */
public final class TypeBindings {
    private final Map<TypeVariable<?>, Type> bindings = new HashMap<>();

    /**
     * What a type that is written in the class of {@code owner}, or in a class or interface above it, is in {@code owner}.
     *
     * @return without type variables: what stays unknown is its bound
     */
    public static Type resolve(Type declared, Type owner) {
        TypeBindings bindings = new TypeBindings();
        bindings.bindSupertype(owner);
        Type known = bindings.substitute(declared);
        return known == null ? raw(declared) : known;
    }

    /** Null if unknown. */
    Type of(TypeVariable<?> variable) {
        return bindings.get(variable);
    }

    /** Binds the variables of all generic supertypes of a class, from the bottom up. */
    void bindSupertypes(Class<?> type) {
        if (type.getGenericSuperclass() != null) {
            bindSupertype(type.getGenericSuperclass());
        }
        for (Type parent : type.getGenericInterfaces()) {
            bindSupertype(parent);
        }
    }

    private void bindSupertype(Type parent) {
        if (parent instanceof ParameterizedType parameterized) {
            TypeVariable<?>[] variables = raw(parent).getTypeParameters();
            for (int i = 0; i < variables.length; i++) {
                bind(variables[i], substitute(parameterized.getActualTypeArguments()[i]));
            }
        }
        bindSupertypes(raw(parent));
    }

    /** Binds the variables in {@code formal} so that it becomes {@code actual}; what does not fit is left unbound. */
    void unify(Type formal, Type actual) {
        if (formal instanceof TypeVariable<?> variable) {
            bind(variable, boxed(bound(actual)));
        } else if (formal instanceof ParameterizedType left
                && actual instanceof ParameterizedType right
                && left.getRawType().equals(right.getRawType())) {
            for (int i = 0; i < left.getActualTypeArguments().length; i++) {
                unify(left.getActualTypeArguments()[i], right.getActualTypeArguments()[i]);
            }
        } else if (formal instanceof WildcardType) {
            unify(bound(formal), actual);
        }
    }

    private void bind(TypeVariable<?> variable, Type type) {
        if (type != null && type != void.class && complete(type)) {
            bindings.putIfAbsent(variable, type);
        }
    }

    private Type substitute(Type type) {
        if (type instanceof TypeVariable<?> variable) {
            return bindings.get(variable);
        }
        if (type instanceof ParameterizedType parameterized && !complete(type)) {
            Type[] arguments = Arrays.stream(parameterized.getActualTypeArguments())
                    .map(this::substitute)
                    .toArray(Type[]::new);
            boolean known = Arrays.stream(arguments).allMatch(a -> a != null && complete(a));
            return known ? new Substituted(raw(type), List.of(arguments)) : raw(type);
        }
        return type instanceof GenericArrayType && !complete(type) ? raw(type) : type;
    }

    /** Whether it has no type variable. */
    static boolean complete(Type type) {
        if (type instanceof ParameterizedType parameterized) {
            return Arrays.stream(parameterized.getActualTypeArguments()).allMatch(TypeBindings::complete);
        }
        if (type instanceof GenericArrayType array) {
            return complete(array.getGenericComponentType());
        }
        return type instanceof WildcardType ? complete(bound(type)) : !(type instanceof TypeVariable<?>);
    }

    /** The erased class; for a type variable or wildcard that of its bound. */
    public static Class<?> raw(Type type) {
        if (type instanceof Class<?> plain) {
            return plain;
        }
        if (type instanceof ParameterizedType parameterized) {
            return raw(parameterized.getRawType());
        }
        if (type instanceof GenericArrayType array) {
            return Array.newInstance(raw(array.getGenericComponentType()), 0).getClass();
        }
        return type instanceof TypeVariable<?> variable ? raw(variable.getBounds()[0]) : raw(bound(type));
    }

    /** A wildcard's lower bound if it has one ({@code Collector<? super Word>} takes a Word), else its upper bound. */
    private static Type bound(Type type) {
        if (type instanceof WildcardType wildcard) {
            return wildcard.getLowerBounds().length > 0 ? wildcard.getLowerBounds()[0] : wildcard.getUpperBounds()[0];
        }
        return type;
    }

    private static Type boxed(Type type) {
        return type instanceof Class<?> plain && plain.isPrimitive()
                ? MethodType.methodType(plain).wrap().returnType()
                : type;
    }

    private record Substituted(Class<?> rawType, List<Type> arguments) implements ParameterizedType {
        @Override
        public Type[] getActualTypeArguments() {
            return arguments.toArray(Type[]::new);
        }

        @Override
        public Type getRawType() {
            return rawType;
        }

        @Override
        public Type getOwnerType() {
            return rawType.getDeclaringClass();
        }
    }
}
