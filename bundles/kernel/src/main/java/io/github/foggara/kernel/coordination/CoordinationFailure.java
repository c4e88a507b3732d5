package io.github.foggara.kernel.coordination;

import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.kernel.gateway.FailureClassifier;
import io.github.foggara.kernel.program.FailureTrace;
import java.io.IOException;
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

    /** What kind of failure it is; like {@link #describe} on the thread that caught it. */
    static FailureClass kind(Throwable thrown) {
        return FailureClassifier.failed(thrown, "", FailureClassifier.Origin.USER_CODE)
                .kind();
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
        try {
            String told = forUsers(where, cause);
            if (told != null) {
                return told;
            }
        } catch (Throwable t) {
            // Its own text cannot be had; the trace below copes with that.
        }
        return where + ": " + FailureTrace.of(cause);
    }

    /** Null if it does not speak for itself. */
    private static String forUsers(String where, Throwable cause) {
        if (cause.getMessage() == null) {
            return null;
        }
        if (cause instanceof JobDefinitionException) {
            return cause.getMessage();
        }
        boolean forUsers = cause instanceof IOException
                || cause instanceof UncheckedIOException
                || cause.getClass() == IllegalArgumentException.class;
        return forUsers ? where + ": " + words(cause) : null;
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
