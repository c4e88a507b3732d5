package io.github.foggara.api.types;

import io.github.foggara.api.types.FunctionSignature.Captured;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodType;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** A lambda or method reference taken apart. */
record LambdaParts(
        Class<?> functionalInterface,
        Class<?> owner,
        Executable implementation,
        MethodType instantiated,
        String identity,
        List<Captured> captured) {

    /** Null if the object is no lambda that can be read. */
    static LambdaParts of(Object function) {
        SerializedLambda form = serializedForm(function);
        if (form == null) {
            return null;
        }
        ClassLoader loader = function.getClass().getClassLoader();
        try {
            Class<?> owner = load(form.getImplClass(), loader);
            MethodType type = MethodType.fromMethodDescriptorString(form.getImplMethodSignature(), loader);
            Executable implementation = form.getImplMethodKind() == MethodHandleInfo.REF_newInvokeSpecial
                    ? owner.getDeclaredConstructor(type.parameterArray())
                    : method(owner, form.getImplMethodName(), type);
            return new LambdaParts(
                    load(form.getFunctionalInterfaceClass(), loader),
                    owner,
                    implementation,
                    MethodType.fromMethodDescriptorString(form.getInstantiatedMethodType(), loader),
                    identity(form),
                    captured(form, implementation));
        } catch (ReflectiveOperationException | TypeNotPresentException | LinkageError e) {
            throw new IllegalArgumentException(
                    "The function " + form.getImplClass().replace('/', '.') + "::" + form.getImplMethodName()
                            + " cannot be read: " + e,
                    e);
        }
    }

    /** Binds the type parameters of the interface as far as its single method, seen through this lambda, tells them. */
    void bind(Class<?> functionInterface, TypeBindings bindings) {
        Method single = singleMethod(functionInterface);
        List<Type> actual = parameterTypes();
        Type[] formal = single.getGenericParameterTypes();
        for (int i = 0; i < formal.length && i < instantiated.parameterCount(); i++) {
            Type kept = i < actual.size() ? actual.get(i) : null;
            bindings.unify(formal[i], morePrecise(kept, instantiated.parameterType(i)));
        }
        Type result = implementation instanceof Method method ? method.getGenericReturnType() : owner;
        bindings.unify(single.getGenericReturnType(), morePrecise(result, instantiated.returnType()));
    }

    /** The declared type if it only adds type arguments to what the call site has; the call site is what was checked. */
    private static Type morePrecise(Type declared, Class<?> callSite) {
        return declared != null && TypeBindings.raw(declared) == callSite && TypeBindings.complete(declared)
                ? declared
                : callSite;
    }

    /** Types of the implementing method for the parameters that were not captured. */
    private List<Type> parameterTypes() {
        List<Type> all = new ArrayList<>();
        if (implementation instanceof Method && !Modifier.isStatic(implementation.getModifiers())) {
            all.add(owner);
        }
        // For some constructors the generic list leaves out hidden parameters; then only the erased one is aligned.
        Type[] generic = implementation.getGenericParameterTypes();
        boolean aligned = generic.length == implementation.getParameterCount();
        all.addAll(Arrays.asList(aligned ? generic : implementation.getParameterTypes()));
        return all.subList(Math.min(captured.size(), all.size()), all.size());
    }

    private static Method singleMethod(Class<?> functionInterface) {
        for (Method candidate : functionInterface.getMethods()) {
            if (Modifier.isAbstract(candidate.getModifiers())) {
                return candidate;
            }
        }
        throw new IllegalArgumentException(functionInterface.getName() + " has no abstract method");
    }

    private static SerializedLambda serializedForm(Object function) {
        Class<?> type = function.getClass();
        if (!type.isSynthetic()) {
            return null;
        }
        try {
            Method writeReplace = type.getDeclaredMethod("writeReplace");
            writeReplace.setAccessible(true);
            return writeReplace.invoke(function) instanceof SerializedLambda form ? form : null;
        } catch (NoSuchMethodException e) {
            return null;
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new IllegalArgumentException("The lambda " + type.getName() + " cannot be read: " + e, e);
        }
    }

    private static Class<?> load(String internalName, ClassLoader loader) throws ClassNotFoundException {
        return Class.forName(internalName.replace('/', '.'), false, loader);
    }

    private static Method method(Class<?> owner, String name, MethodType type) throws NoSuchMethodException {
        for (Class<?> current = owner; current != null; current = current.getSuperclass()) {
            for (Method candidate : current.getDeclaredMethods()) {
                // An overridden method with a narrower result has a bridge of the same name and parameters.
                if (candidate.getName().equals(name)
                        && candidate.getReturnType() == type.returnType()
                        && Arrays.equals(candidate.getParameterTypes(), type.parameterArray())) {
                    return candidate;
                }
            }
        }
        return owner.getMethod(name, type.parameterArray());
    }

    private static String identity(SerializedLambda form) {
        return form.getFunctionalInterfaceClass().replace('/', '.')
                + "=" + form.getImplClass().replace('/', '.')
                + "::" + form.getImplMethodName() + form.getImplMethodSignature()
                + form.getInstantiatedMethodType();
    }

    private static List<Captured> captured(SerializedLambda form, Executable implementation) {
        boolean receiver = implementation instanceof Method && !Modifier.isStatic(implementation.getModifiers());
        List<Captured> values = new ArrayList<>();
        for (int i = 0; i < form.getCapturedArgCount(); i++) {
            String name = receiver && i == 0 ? "this" : "#" + (receiver ? i - 1 : i);
            values.add(new Captured(name, form.getCapturedArg(i)));
        }
        return Collections.unmodifiableList(values);
    }
}
