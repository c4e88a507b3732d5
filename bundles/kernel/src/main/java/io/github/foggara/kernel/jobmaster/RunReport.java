package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.client.CheckpointInfo;
import io.github.foggara.api.client.IncidentInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.client.VertexInfo;
import java.util.List;
import java.util.Optional;

/**
 * What a JobMaster says of its run; holds no user object.
 *
 * @param cause why it is suspended, failing or failed
 * @param workTotal -1 if unknown
 * @param incidents failures and what was done about them, the newest last
 * @param checkpoints that came to their end, the newest last
 * @param report lines of the committers
 * @param health what an operator should look at
 */
public record RunReport(
        JobStatus state,
        Optional<String> cause,
        List<VertexInfo> vertices,
        long workDone,
        long workTotal,
        List<IncidentInfo> incidents,
        List<CheckpointInfo> checkpoints,
        List<String> report,
        List<String> health) {
    /** Of a run that has had no checkpoints. */
    public RunReport(
            JobStatus state,
            Optional<String> cause,
            List<VertexInfo> vertices,
            long workDone,
            long workTotal,
            List<IncidentInfo> incidents,
            List<String> report,
            List<String> health) {
        this(state, cause, vertices, workDone, workTotal, incidents, List.of(), report, health);
    }

    /** Before anything happened. */
    public static final RunReport ACCEPTED =
            new RunReport(JobStatus.INITIALIZING, Optional.empty(), List.of(), 0, -1, List.of(), List.of(), List.of());

    public RunReport state(JobStatus other) {
        return new RunReport(other, cause, vertices, workDone, workTotal, incidents, checkpoints, report, health);
    }

    public RunReport cause(String other) {
        return new RunReport(
                state, Optional.of(other), vertices, workDone, workTotal, incidents, checkpoints, report, health);
    }

    public RunReport health(List<String> other) {
        return new RunReport(state, cause, vertices, workDone, workTotal, incidents, checkpoints, report, other);
    }
}
