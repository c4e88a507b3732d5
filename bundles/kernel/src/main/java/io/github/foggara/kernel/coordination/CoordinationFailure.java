package io.github.foggara.kernel.coordination;

import io.github.foggara.api.job.JobDefinitionException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/** Words for what user code beside the JobMaster threw. */
final class CoordinationFailure extends Exception {
    private static final long serialVersionUID = 1L;

    /**
     * @param what which coordinator failed at what
     */
    CoordinationFailure(String what, Throwable cause) {
        super(what, cause);
    }

    /**
     * Exceptions that are made for users speak for themselves; others, and those without a message, bring their stack
     * trace, root cause first.
     */
    static String describe(String what, Throwable thrown) {
        Throwable cause = thrown;
        String where = what;
        if (thrown instanceof CoordinationFailure) {
            cause = thrown.getCause();
            where = thrown.getMessage();
        }
        if (cause instanceof JobDefinitionException && cause.getMessage() != null) {
            return cause.getMessage();
        }
        boolean forUsers = cause instanceof IOException
                || cause instanceof UncheckedIOException
                || cause.getClass() == IllegalArgumentException.class;
        if (forUsers && cause.getMessage() != null) {
            return where + ": " + words(cause);
        }
        Throwable root = cause;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        StringWriter trace = new StringWriter();
        root.printStackTrace(new PrintWriter(trace));
        return where + ": " + trace.toString().strip();
    }

    private static String words(Throwable cause) {
        boolean plain = cause.getClass() == IOException.class
                || cause instanceof UncheckedIOException
                || cause.getClass() == IllegalArgumentException.class;
        Throwable shown =
                cause instanceof UncheckedIOException && cause.getCause().getMessage() != null
                        ? cause.getCause()
                        : cause;
        return plain ? shown.getMessage() : shown.getClass().getSimpleName() + ": " + shown.getMessage();
    }
}
