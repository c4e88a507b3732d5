package io.github.foggara.kernel.program;

import java.util.function.Supplier;

/** Runs user code under the context class loader it expects. */
final class UserCode {
    private UserCode() {}

    static <T> T call(ClassLoader loader, Supplier<T> code) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            return code.get();
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
