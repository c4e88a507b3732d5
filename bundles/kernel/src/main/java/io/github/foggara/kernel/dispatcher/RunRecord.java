package io.github.foggara.kernel.dispatcher;

import io.github.foggara.api.checkpoint.CheckpointCoordinator;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.job.JobParameters;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.kernel.config.JobProperties;
import io.github.foggara.kernel.gateway.JobToken;
import io.github.foggara.kernel.jobmaster.CheckpointPlace;
import io.github.foggara.kernel.jobmaster.PendingCommit;
import io.github.foggara.kernel.jobmaster.RunReport;
import io.github.foggara.kernel.program.ProgramId;
import java.util.List;
import java.util.Optional;

/**
 * What is known of a run, as it is kept on disk.
 *
 * @param accepted the values in force
 * @param code the program's code that ran last
 * @param submitted milliseconds since the epoch; with {@code seed}, what {@code define} gets in each life of the run
 * @param token of the exchange of records between containers
 * @param ended milliseconds since the epoch, -1 while it is not over
 * @param nextAttempt number of the next life, higher than any used
 * @param commit the decision to publish, while it is taken and not carried out
 * @param declined new values that were cancelled while this run had still to end; they are not begun after it
 * @param checkpoints where they are, until they are released; empty if it has none
 * @param status what its JobMaster said last; what an operator should look at is not kept
 */
record RunRecord(
        JobId id,
        JobProperties accepted,
        Optional<ProgramId> code,
        long submitted,
        long seed,
        JobToken token,
        long ended,
        int nextAttempt,
        Optional<PendingCommit> commit,
        Optional<JobProperties> declined,
        Optional<CheckpointPlace> checkpoints,
        RunReport status) {

    static RunRecord fresh(JobProperties accepted, EngineRuntime runtime) {
        return new RunRecord(
                new JobId(runtime.randomBits(), runtime.randomBits()),
                accepted,
                Optional.empty(),
                runtime.currentTimeMillis(),
                runtime.randomBits(),
                JobToken.random(runtime),
                -1,
                0,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                RunReport.ACCEPTED);
    }

    /** The values that were answered last, by a run or by a cancel: when the configuration says them, nothing is to begin. */
    JobProperties answered() {
        return declined.orElse(accepted);
    }

    JobParameters parameters() {
        return new JobParameters(accepted.arguments(), submitted, seed);
    }

    /** The code that made what is to be published is not forgotten for one that only looks at it. */
    RunRecord beginning(int attempt, ProgramId program) {
        return with(accepted, commit.isPresent() ? code : Optional.of(program), attempt + 1, commit, declined);
    }

    RunRecord accepted(JobProperties properties) {
        return with(properties, code, nextAttempt, commit, declined);
    }

    /** The decision to publish is taken. */
    RunRecord committing(PendingCommit decision) {
        return with(accepted, code, nextAttempt, Optional.of(decision), declined);
    }

    /**
     * @param values cancelled before they were in force, or empty if those that wait now are not
     */
    RunRecord declined(Optional<JobProperties> values) {
        return with(accepted, code, nextAttempt, commit, values);
    }

    /** The run that the declined values have instead of one that begins; this one is over, or is not gone on with. */
    RunRecord ofDeclined(EngineRuntime runtime) {
        String before = status.state().terminal()
                ? "; the run before it is " + status.state()
                        + status.cause().map(why -> ": " + why).orElse("")
                : "";
        String cause = "Canceled before it began with its new values" + before;
        return fresh(declined.orElseThrow(), runtime)
                .status(RunReport.ACCEPTED.state(JobStatus.CANCELED).cause(cause), runtime.currentTimeMillis());
    }

    /** The same run as far as it has come. */
    private RunRecord with(
            JobProperties properties,
            Optional<ProgramId> program,
            int attempt,
            Optional<PendingCommit> decision,
            Optional<JobProperties> refused) {
        return new RunRecord(
                id,
                properties,
                program,
                submitted,
                seed,
                token,
                ended,
                attempt,
                decision,
                refused,
                checkpoints,
                status);
    }

    RunRecord status(RunReport news, long now) {
        boolean over = news.state().terminal();
        Optional<PendingCommit> left = over ? Optional.empty() : commit;
        return new RunRecord(
                id,
                accepted,
                code,
                submitted,
                seed,
                token,
                over ? now : -1,
                nextAttempt,
                left,
                declined,
                checkpoints,
                news.health(List.of()));
    }

    /**
     * @param place where its checkpoints are; empty if there are none any more
     */
    RunRecord checkpoints(Optional<CheckpointPlace> place) {
        return new RunRecord(
                id, accepted, code, submitted, seed, token, ended, nextAttempt, commit, declined, place, status);
    }

    /** How the run ends for its checkpoints; one that nobody goes on with counts as cancelled. */
    CheckpointCoordinator.End end() {
        return switch (status.state()) {
            case FINISHED -> CheckpointCoordinator.End.FINISHED;
            case FAILED -> CheckpointCoordinator.End.FAILED;
            default -> CheckpointCoordinator.End.CANCELED;
        };
    }

    /** As a container that has just started sees it: what was ending when the last one stopped has ended. */
    RunRecord afterRestart(EngineRuntime runtime) {
        long now = runtime.currentTimeMillis();
        RunRecord settled = switch (status.state()) {
            case FAILING -> status(status.state(JobStatus.FAILED), now);
            case CANCELLING -> status(status.state(JobStatus.CANCELED), now);
            default -> this;
        };
        return settled.declined.isPresent() && settled.commit.isEmpty() ? settled.ofDeclined(runtime) : settled;
    }
}
