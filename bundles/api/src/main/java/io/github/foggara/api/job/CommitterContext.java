package io.github.foggara.api.job;

import io.github.foggara.api.execution.JobId;
import org.osgi.annotation.versioning.ProviderType;

/** What a committer may do. Coord thread only. */
@ProviderType
public interface CommitterContext {
    JobId job();

    String jobName();

    /** Adds a line to the report that the user sees when the job has finished. */
    void report(String line);
}
