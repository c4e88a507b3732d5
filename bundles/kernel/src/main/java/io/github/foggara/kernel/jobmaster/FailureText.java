package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.failover.Failure;
import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.api.failover.TaskId;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.plan.PlanVertex;
import java.util.Optional;

/** Failures with words for users: where first, then what was thrown. */
final class FailureText {
    /** Characters that are kept of a failure, in memory and in the log. */
    private static final int LONGEST = 32_000;

    private FailureText() {}

    static Failure task(String job, PlanVertex vertex, ExecutionAttemptId id, TaskReport.Failed failed, long millis) {
        String where = "Job '" + job + "' failed in vertex '" + vertex.name() + "', subtask " + (id.subtask() + 1)
                + " of " + vertex.parallelism()
                + (failed.operator().isEmpty() ? "" : ", operator '" + failed.operator() + "'");
        return new Failure(
                Optional.of(new TaskId(id.vertex(), id.subtask())),
                id.attempt(),
                failed.kind(),
                millis,
                Optional.ofNullable(failed.partition()),
                cut(where + ":\n" + failed.trace()));
    }

    private static String cut(String words) {
        return words.length() <= LONGEST ? words : words.substring(0, LONGEST) + "…";
    }

    /** Of something beside the tasks. */
    static Failure beside(FailureClass kind, String words, long millis) {
        return new Failure(Optional.empty(), 0, kind, millis, Optional.empty(), cut(words));
    }
}
