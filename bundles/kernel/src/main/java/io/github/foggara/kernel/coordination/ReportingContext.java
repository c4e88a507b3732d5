package io.github.foggara.kernel.coordination;

import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.job.CommitterContext;

/** Sends a committer's report lines to the JobMaster. */
record ReportingContext(JobId job, String jobName, CoordinationListener listener) implements CommitterContext {
    @Override
    public void report(String line) {
        listener.report(line);
    }
}
