package io.github.foggara.kernel.program;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Words for an exception: the root cause with its stack trace, then what wrapped it.
 *
 * <p>An exception's {@code getMessage}, {@code getCause} and {@code toString} may be user code. So these methods are called by
 * the thread that caught it, before it tells others, never by a JobMaster; and they never throw.
 */
public final class FailureTrace {
    /** An exception that makes a new cause whenever it is asked would have causes without end. */
    private static final int MOST_CAUSES = 100;

    private static final int LONGEST_STACK = 100_000;
    private static final int LONGEST_LINE = 4_000;

    private FailureTrace() {}

    /** Begins with what the user threw; at most some 100,000 characters, and as many lines as there were causes. */
    public static String of(Throwable thrown) {
        List<Throwable> causes = causes(thrown);
        if (causes.isEmpty()) {
            return "unknown: there is no exception";
        }
        int root = causes.size() - 1;
        StringBuilder words = new StringBuilder(cut(stack(causes.get(root)), LONGEST_STACK));
        for (int i = root - 1; i >= 0; i--) {
            words.append("\nwrapped by ").append(cut(line(causes.get(i)), LONGEST_LINE));
        }
        return words.toString();
    }

    /** The exception and its causes from the outermost to the root, each once, at most {@value #MOST_CAUSES}; empty for null. */
    public static List<Throwable> causes(Throwable thrown) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        List<Throwable> causes = new ArrayList<>();
        for (Throwable t = thrown; t != null && causes.size() < MOST_CAUSES && seen.add(t); t = cause(t)) {
            causes.add(t);
        }
        return causes;
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
            return String.valueOf(thrown.toString());
        } catch (Throwable t) {
            return thrown.getClass().getName() + " (which cannot be shown: its toString throws "
                    + t.getClass().getName() + ")";
        }
    }

    private static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most) + "… (" + text.length() + " characters)";
    }

    private static Throwable cause(Throwable thrown) {
        try {
            return thrown.getCause();
        } catch (Throwable t) {
            return null;
        }
    }
}
