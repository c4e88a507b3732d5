package io.github.foggara.kernel.gateway;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.plugin.Configuration;
import java.util.List;

/**
 * Room wanted for attempts that are about to be deployed together.
 *
 * @param epoch of the JobMaster that will deploy them
 * @param attempts all of the job, none twice
 * @param shuffle name of the shuffle plugin they exchange records by
 * @param configuration of the job
 */
public record Placement(
        JobId job, long epoch, List<ExecutionAttemptId> attempts, String shuffle, Configuration configuration) {
    public Placement {
        attempts = List.copyOf(attempts);
    }

    /** The same for some of them. */
    public Placement with(List<ExecutionAttemptId> some) {
        return new Placement(job, epoch, some, shuffle, configuration);
    }
}
