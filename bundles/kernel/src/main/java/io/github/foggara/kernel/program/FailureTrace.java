package io.github.foggara.kernel.program;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Words for an exception: the root cause with its stack trace, then what wrapped it.
 *
 * <p>An exception's {@code getMessage}, {@code getCause} and {@code toString} may be user code. So these methods are called by
 * the thread that caught it, before it tells others, never by a JobMaster; and they never throw.
 */
public final class FailureTrace {
    private FailureTrace() {}

    /** Begins with what the user threw. */
    public static String of(Throwable thrown) {
        Deque<Throwable> chain = chain(thrown);
        StringBuilder words = new StringBuilder(stack(chain.removeLast()));
        while (!chain.isEmpty()) {
            words.append("\nwrapped by ").append(line(chain.removeLast()));
        }
        return words.toString();
    }

    /** Whether one of the exception and its causes is of that kind. */
    public static boolean has(Throwable thrown, Predicate<Throwable> kind) {
        return chain(thrown).stream().anyMatch(kind);
    }

    private static String stack(Throwable thrown) {
        StringWriter text = new StringWriter();
        try {
            thrown.printStackTrace(new PrintWriter(text));
            return text.toString().strip();
        } catch (Throwable t) {
            return line(thrown);
        }
    }

    private static String line(Throwable thrown) {
        try {
            return thrown.toString();
        } catch (Throwable t) {
            return thrown.getClass().getName() + " (which cannot be shown: its toString throws "
                    + t.getClass().getName() + ")";
        }
    }

    /** From the outermost to the root, each once. */
    private static Deque<Throwable> chain(Throwable thrown) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Throwable> chain = new ArrayDeque<>();
        for (Throwable t = thrown; t != null && seen.add(t); t = cause(t)) {
            chain.add(t);
        }
        return chain;
    }

    private static Throwable cause(Throwable thrown) {
        try {
            return thrown.getCause();
        } catch (Throwable t) {
            return null;
        }
    }
}
