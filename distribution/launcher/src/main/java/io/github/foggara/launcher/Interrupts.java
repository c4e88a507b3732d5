package io.github.foggara.launcher;

import java.lang.reflect.Proxy;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Tells the first Ctrl-C from the next one. The first ends the process in order, which may take a while; who presses again
 * does not want to wait. Any thread.
 */
final class Interrupts {
    /** Some tools send a signal to a process and to its group: what comes at once is one wish. */
    static final long AT_ONCE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final LongSupplier nanoTime;
    private final Runnable first;
    private final Runnable next;
    private boolean interrupted;
    private long firstNanos;

    Interrupts(LongSupplier nanoTime, Runnable first, Runnable next) {
        this.nanoTime = nanoTime;
        this.first = first;
        this.next = next;
    }

    /** Ctrl-C as Java answers it, and the second one ends the process with this line. */
    static void install(String line) {
        Interrupts interrupts = new Interrupts(System::nanoTime, () -> System.exit(ExitCode.INTERRUPTED), () -> {
            System.err.println(line);
            Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
        });
        interrupts.listen();
    }

    /**
     * By reflection, because the JDK has no other way to hear a signal than a class which is not part of its API. Where that
     * class is missing, only the first Ctrl-C does something.
     */
    private void listen() {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object heard = Proxy.newProxyInstance(
                    handler.getClassLoader(), new Class<?>[] {handler}, (proxy, method, arguments) -> {
                        if (method.getDeclaringClass() == Object.class) {
                            return method.invoke(this, arguments);
                        }
                        interrupt();
                        return null;
                    });
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance("INT"), heard);
        } catch (ReflectiveOperationException e) {
            // Java was told to leave signals alone (-Xrs), or has no such class.
        }
    }

    /** Each signal comes on a thread of its own. */
    void interrupt() {
        boolean isFirst;
        synchronized (this) {
            isFirst = !interrupted;
            if (isFirst) {
                interrupted = true;
                firstNanos = nanoTime.getAsLong();
            } else if (nanoTime.getAsLong() - firstNanos < AT_ONCE_NANOS) {
                return;
            }
        }
        (isFirst ? first : next).run();
    }
}
