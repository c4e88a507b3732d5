package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.job.JobParameters;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.kernel.gateway.JobToken;
import io.github.foggara.kernel.program.ProgramId;
import java.util.Optional;

/**
 * A run to bring to its end.
 *
 * @param program name of the program
 * @param code that the run was started with, preferred if it is still there
 * @param token of the exchange of records between containers
 * @param configuration accepted options
 * @param commit the decision to publish that an earlier life of the run took; no task runs any more
 * @param recorded what was known of the run before
 * @param firstAttempt number of the first life, higher than that of any earlier one
 */
public record JobSpec(
        JobId id,
        String name,
        String program,
        Optional<ProgramId> code,
        JobParameters parameters,
        JobToken token,
        Configuration configuration,
        Optional<PendingCommit> commit,
        RunReport recorded,
        int firstAttempt) {}
