package io.github.foggara.examples.partition;

import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.api.job.JobParameters;
import io.github.foggara.connector.file.OnMalformed;

/** The argument {@code malformed}: {@code fail} (if not given) or {@code skip}. */
final class Malformed {
    /** In the words of whoever runs the job. */
    static final String SKIP_ADVICE =
            "leave such rows out: --malformed skip, or arg.malformed=skip in the job's configuration";

    private Malformed() {}

    static OnMalformed of(JobParameters parameters) {
        String text = parameters.find("malformed").orElse("fail");
        return switch (text) {
            case "fail" -> OnMalformed.FAIL;
            case "skip" -> OnMalformed.SKIP;
            default ->
                throw new JobDefinitionException("The argument 'malformed' must be fail or skip, not '" + text + "'");
        };
    }
}
