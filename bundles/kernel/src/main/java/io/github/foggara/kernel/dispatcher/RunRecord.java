package io.github.foggara.kernel.dispatcher;

import io.github.foggara.api.client.JobState;
import io.github.foggara.api.client.VertexInfo;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.job.JobParameters;
import io.github.foggara.kernel.config.JobProperties;
import io.github.foggara.kernel.jobmaster.JobStatus;
import io.github.foggara.kernel.jobmaster.PendingCommit;
import io.github.foggara.kernel.program.ProgramId;
import java.util.List;
import java.util.Optional;

/**
 * What is known of a run, as it is kept on disk.
 *
 * @param accepted the values in force
 * @param code the program's code that ran last
 * @param submitted milliseconds since the epoch; with {@code seed}, what {@code define} gets in each life of the run
 * @param ended milliseconds since the epoch, -1 while it is not over
 * @param commit the decision to publish, while it is taken and not carried out
 * @param nextAttempt number of the next life, higher than any used
 */
record RunRecord(
        JobId id,
        JobProperties accepted,
        Optional<ProgramId> code,
        JobState state,
        Optional<String> cause,
        long submitted,
        long seed,
        long ended,
        int nextAttempt,
        Optional<PendingCommit> commit,
        List<String> report,
        List<VertexInfo> vertices,
        long workDone,
        long workTotal) {

    static RunRecord fresh(JobProperties accepted, long now) {
        JobId id = JobId.random();
        return new RunRecord(
                id,
                accepted,
                Optional.empty(),
                JobState.INITIALIZING,
                Optional.empty(),
                now,
                JobId.random().low(),
                -1,
                0,
                Optional.empty(),
                List.of(),
                List.of(),
                0,
                -1);
    }

    JobParameters parameters() {
        return new JobParameters(accepted.arguments(), submitted, seed);
    }

    /** The code that made what is to be published is not forgotten for one that only looks at it. */
    RunRecord beginning(int attempt, ProgramId program) {
        return new RunRecord(
                id,
                accepted,
                commit.isPresent() ? code : Optional.of(program),
                state,
                cause,
                submitted,
                seed,
                ended,
                attempt + 1,
                commit,
                report,
                vertices,
                workDone,
                workTotal);
    }

    RunRecord accepted(JobProperties properties) {
        return new RunRecord(
                id,
                properties,
                code,
                state,
                cause,
                submitted,
                seed,
                ended,
                nextAttempt,
                commit,
                report,
                vertices,
                workDone,
                workTotal);
    }

    /** The decision to publish is taken. */
    RunRecord committing(PendingCommit decision) {
        return new RunRecord(
                id,
                accepted,
                code,
                state,
                cause,
                submitted,
                seed,
                ended,
                nextAttempt,
                Optional.of(decision),
                report,
                vertices,
                workDone,
                workTotal);
    }

    RunRecord status(JobStatus status, long now) {
        return new RunRecord(
                id,
                accepted,
                code,
                status.state(),
                status.cause(),
                submitted,
                seed,
                status.state().terminal() ? now : -1,
                nextAttempt,
                status.state().terminal() ? Optional.empty() : commit,
                status.report(),
                status.vertices(),
                status.workDone(),
                status.workTotal());
    }

    JobStatus status() {
        return new JobStatus(state, cause, vertices, workDone, workTotal, report, List.of());
    }

    /** As a container that has just started sees it: what was ending when the last one stopped has ended. */
    RunRecord afterRestart(long now) {
        JobState settled =
                state == JobState.FAILING ? JobState.FAILED : state == JobState.CANCELLING ? JobState.CANCELED : state;
        return settled == state
                ? this
                : status(new JobStatus(settled, cause, vertices, workDone, workTotal, report, List.of()), now);
    }
}
