package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.client.JobState;
import io.github.foggara.api.client.VertexInfo;
import java.util.List;
import java.util.Optional;

/**
 * What a JobMaster says of its run; holds no user object.
 *
 * @param cause why it is suspended, failing or failed
 * @param workTotal -1 if unknown
 * @param report lines of the committers
 * @param health what an operator should look at
 */
public record JobStatus(
        JobState state,
        Optional<String> cause,
        List<VertexInfo> vertices,
        long workDone,
        long workTotal,
        List<String> report,
        List<String> health) {
    /** Before anything happened. */
    public static final JobStatus ACCEPTED =
            new JobStatus(JobState.INITIALIZING, Optional.empty(), List.of(), 0, -1, List.of(), List.of());

    public JobStatus state(JobState other) {
        return new JobStatus(other, cause, vertices, workDone, workTotal, report, health);
    }

    public JobStatus cause(String other) {
        return new JobStatus(state, Optional.of(other), vertices, workDone, workTotal, report, health);
    }

    public JobStatus health(List<String> other) {
        return new JobStatus(state, cause, vertices, workDone, workTotal, report, other);
    }
}
