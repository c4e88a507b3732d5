package io.github.foggara.api.sort;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.List;

/** Types of components, as far as they are written down. */
final class KeyGenerics {
    private KeyGenerics() {}

    /** What a type that stands in the declaration of {@code owner}'s class is in {@code owner}; a variable of unknown meaning is its bound. */
    static Type resolve(Type declared, Type owner) {
        if (declared instanceof TypeVariable<?> variable) {
            int index = Arrays.asList(raw(owner).getTypeParameters()).indexOf(variable);
            return owner instanceof ParameterizedType known && index >= 0
                    ? known.getActualTypeArguments()[index]
                    : raw(variable);
        }
        if (declared instanceof ParameterizedType parameterized) {
            return new Known(
                    raw(declared),
                    Arrays.stream(parameterized.getActualTypeArguments())
                            .map(argument -> resolve(argument, owner))
                            .toList());
        }
        return declared;
    }

    static Class<?> raw(Type type) {
        if (type instanceof Class<?> plain) {
            return plain;
        }
        if (type instanceof ParameterizedType parameterized) {
            return raw(parameterized.getRawType());
        }
        if (type instanceof WildcardType wildcard) {
            return raw(wildcard.getUpperBounds()[0]);
        }
        return type instanceof TypeVariable<?> variable ? raw(variable.getBounds()[0]) : Object[].class;
    }

    /** The first type argument, or its bound; {@code Object} if there is none. */
    static Type argument(Type type) {
        return type instanceof ParameterizedType parameterized
                ? parameterized.getActualTypeArguments()[0]
                : Object.class;
    }

    private record Known(Class<?> rawType, List<Type> arguments) implements ParameterizedType {
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
