package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.shuffle.PartitionFailedException;
import io.github.foggara.api.shuffle.StaleConsumerException;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.plan.PlanVertex;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;

/** Words for failures: where first, then the root cause with its stack trace, then what wrapped it. */
final class FailureText {
    private FailureText() {}

    static JobFailure.TaskFailed task(String job, PlanVertex vertex, Execution execution, TaskReport.Failed failed) {
        Throwable cause = failed.cause() == null ? new IllegalStateException("no cause was given") : failed.cause();
        String where = "Job '" + job + "' failed in vertex '" + vertex.name() + "', subtask "
                + (execution.id().subtask() + 1) + " of " + vertex.parallelism() + ", operator '" + failed.operator()
                + "'";
        boolean consequence = chain(cause).stream()
                .anyMatch(t -> t instanceof PartitionFailedException || t instanceof StaleConsumerException);
        return new JobFailure.TaskFailed(execution, where + ":\n" + trace(cause), failed.userCode(), consequence);
    }

    /** The innermost cause with its stack trace, then those around it, one line each. */
    static String trace(Throwable thrown) {
        Deque<Throwable> chain = chain(thrown);
        Throwable root = chain.removeLast();
        StringWriter text = new StringWriter();
        try {
            root.printStackTrace(new PrintWriter(text));
        } catch (RuntimeException e) {
            text.append(root.getClass().getName());
        }
        StringBuilder words = new StringBuilder(text.toString().strip());
        while (!chain.isEmpty()) {
            words.append("\nwrapped by ").append(line(chain.removeLast()));
        }
        return words.toString();
    }

    private static String line(Throwable thrown) {
        try {
            return thrown.toString();
        } catch (RuntimeException e) {
            return thrown.getClass().getName();
        }
    }

    private static Deque<Throwable> chain(Throwable thrown) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Throwable> chain = new ArrayDeque<>();
        for (Throwable t = thrown; t != null && seen.add(t); t = t.getCause()) {
            chain.add(t);
        }
        return chain;
    }
}
