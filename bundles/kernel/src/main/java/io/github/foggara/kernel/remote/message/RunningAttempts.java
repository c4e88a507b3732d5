package io.github.foggara.kernel.remote.message;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import java.util.List;

/**
 * What a TaskManager runs of one job still, though the session it was ordered in is over: it has been told to end and has not ended yet.
 *
 * @param epoch of the JobMaster that the ends will be told to
 * @param attempts of the job, at least one
 */
public record RunningAttempts(JobId job, long epoch, List<ExecutionAttemptId> attempts) {
    /** Of all jobs together: a TaskManager that runs more waits with its registration until some have ended. */
    public static final int MAX = 100_000;

    public RunningAttempts {
        attempts = List.copyOf(attempts);
        if (attempts.isEmpty()) {
            throw new IllegalArgumentException("Of the job " + job + " no attempt runs, so it is not to be told");
        }
    }

    /** The attempts of all of them. */
    public static int count(List<RunningAttempts> all) {
        return all.stream().mapToInt(some -> some.attempts().size()).sum();
    }

    static List<RunningAttempts> checked(List<RunningAttempts> all) {
        if (count(all) > MAX) {
            throw new IllegalArgumentException(
                    "A TaskManager tells of at most " + MAX + " attempts, not " + count(all));
        }
        return List.copyOf(all);
    }
}
