package io.github.foggara.itests.simulation;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** Stands before an interface and sees each call. */
interface Between {
    /** One call that has not been made yet. */
    interface Call {
        String name();

        Object[] arguments();

        Object make() throws Throwable;

        @SuppressWarnings("unchecked")
        default <A> A argument(int index) {
            return (A) arguments()[index];
        }
    }

    /**
     * @return what the caller gets
     */
    Object call(Call call) throws Throwable;

    static <T> T of(Class<T> type, T target, Between between) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    Object[] given = arguments == null ? new Object[0] : arguments;
                    return method.getDeclaringClass() == Object.class
                            ? invoke(method, target, given)
                            : between.call(new Seen(method, target, given));
                }));
    }

    private static Object invoke(Method method, Object target, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** A call by reflection. */
    record Seen(Method method, Object target, Object[] arguments) implements Call {
        @Override
        public String name() {
            return method.getName();
        }

        @Override
        public Object make() throws Throwable {
            return invoke(method, target, arguments);
        }
    }
}
