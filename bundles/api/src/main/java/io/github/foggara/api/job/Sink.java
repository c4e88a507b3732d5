package io.github.foggara.api.job;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Something to write: one writer per subtask attempt, and at most one committer beside the JobMaster that alone makes
 * output visible. So an attempt that was given up can never publish.
 */
@ConsumerType
public interface Sink<T> {
    /** Task thread, once per attempt. */
    SinkWriter<T> createWriter(SinkContext context);

    /** Coord thread, once per life of the job; null if writers publish by themselves. */
    SinkCommitter createCommitter(CommitterContext context);
}
