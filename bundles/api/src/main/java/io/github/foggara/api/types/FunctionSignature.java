package io.github.foggara.api.types;

import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What the compiler kept of a function: who implements it, which values it captured, and its types. Immutable; holds the
 * function's classes, so keep it no longer than the function.
 *
 * <p>For a lambda or method reference this is read from its {@link SerializedLambda}; the types of a method reference are
 * those its method declares, type arguments included, while a lambda's body keeps only erased ones. For an ordinary
 * object (named or anonymous class) the class, its non-transient instance fields and its generic supertypes are read.
 *
 * <p>A captured value may be a function itself, for which a signature of its own can be taken.
 */
public final class FunctionSignature {
    /**
     * A value the function carries along.
     *
     * @param name {@code this} for the receiver of a lambda or bound method reference, {@code #0}, {@code #1}, … for other
     *     values a lambda captured, the name of the field for an object's fields
     * @param value may be null
     */
    public record Captured(String name, Object value) {}

    private final Object function;
    private final LambdaParts lambda;
    private final List<Captured> captured;

    private FunctionSignature(Object function, LambdaParts lambda, List<Captured> captured) {
        this.function = function;
        this.lambda = lambda;
        this.captured = captured;
    }

    /**
     * Reads a function on the calling thread; runs none of its code, except a {@code writeReplace} the compiler made.
     *
     * @param function a lambda or method reference of a serializable interface, or an ordinary object
     * @throws IllegalArgumentException if a lambda is not serializable, or a field cannot be read; the message names it
     */
    public static FunctionSignature of(Object function) {
        Objects.requireNonNull(function, "function");
        LambdaParts lambda = LambdaParts.of(function);
        if (lambda != null) {
            return new FunctionSignature(function, lambda, lambda.captured());
        }
        Class<?> type = function.getClass();
        if (type.isHidden() && type.isSynthetic()) {
            throw new IllegalArgumentException("The lambda " + type.getName()
                    + " cannot be read, because its interface does not extend java.io.Serializable");
        }
        return new FunctionSignature(function, null, ObjectFields.of(function));
    }

    /** True for lambdas and method references, false for objects of an ordinary class. */
    public boolean lambda() {
        return lambda != null;
    }

    /** The class that holds the code: where a lambda was written, whose method is referenced, or the object's own class. */
    public Class<?> owner() {
        return lambda == null ? function.getClass() : lambda.owner();
    }

    /**
     * The method or constructor behind a lambda or method reference. The body of a lambda is a synthetic method. Empty for
     * objects.
     */
    public Optional<Executable> implementation() {
        return lambda == null ? Optional.empty() : Optional.of(lambda.implementation());
    }

    /**
     * Text that is equal for equal code in every JVM that runs the same class files. Captured values are not part of it.
     */
    public String identity() {
        return lambda == null ? function.getClass().getName() : lambda.identity();
    }

    /** In the order of capture, or of declaration from the topmost superclass down. */
    public List<Captured> captured() {
        return captured;
    }

    /**
     * What a type parameter of an interface stands for in this function.
     *
     * @param functionInterface an interface that the function implements, for example {@code MapFunction.class}
     * @param index of its type parameter, from 0
     * @return empty if the compiler did not keep it, or it is a type variable
     * @throws IllegalArgumentException if the function does not implement the interface
     */
    public Optional<Type> typeArgument(Class<?> functionInterface, int index) {
        if (!functionInterface.isInstance(function)) {
            throw new IllegalArgumentException(identity() + " is no " + functionInterface.getName());
        }
        TypeBindings bindings = new TypeBindings();
        bindings.bindSupertypes(lambda == null ? function.getClass() : lambda.functionalInterface());
        Type declared = bindings.of(functionInterface.getTypeParameters()[index]);
        if (declared == null && lambda != null) {
            lambda.bind(functionInterface, bindings);
            declared = bindings.of(functionInterface.getTypeParameters()[index]);
        }
        return Optional.ofNullable(declared);
    }

    /** The class of {@link #typeArgument}; empty also for {@code Object}, which tells nothing. */
    public Optional<Class<?>> classArgument(Class<?> functionInterface, int index) {
        Class<?> raw =
                typeArgument(functionInterface, index).map(TypeBindings::raw).orElse(null);
        return raw == null || raw == Object.class ? Optional.empty() : Optional.of(raw);
    }

    /**
     * If this is a reference to the accessor of a record component such as {@code Word::count}: the component's index in
     * {@link #owner()}; empty for everything else, also for {@code w -> w.count()}, whose body cannot be read.
     */
    public OptionalInt recordComponent() {
        if (lambda == null
                || !lambda.owner().isRecord()
                || !captured.isEmpty()
                || !(lambda.implementation() instanceof Method accessor)
                || Modifier.isStatic(accessor.getModifiers())) {
            return OptionalInt.empty();
        }
        RecordComponent[] components = lambda.owner().getRecordComponents();
        for (int i = 0; i < components.length; i++) {
            if (components[i].getAccessor().equals(accessor)) {
                return OptionalInt.of(i);
            }
        }
        return OptionalInt.empty();
    }

    @Override
    public String toString() {
        return identity();
    }
}
