package io.github.foggara.api.shuffle;

import io.github.foggara.api.execution.JobId;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Purpose: the secrets of jobs; whoever reads records of a job from another container shows the job's. Thread: any; never blocks. Called when
 * a channel between containers is attached.
 */
@FunctionalInterface
public interface JobTokens {
    /** Longest token, in bytes. */
    int LONGEST = 64;

    /** Every job's token is its id: for who has given jobs no other secret. Ids are random, but stand in logs and pages. */
    JobTokens IDS = job -> Optional.of(ByteBuffer.allocate(2 * Long.BYTES)
            .putLong(job.high())
            .putLong(job.low())
            .array());

    /**
     * The token of a job, the same in all containers that run it.
     *
     * @return 1 to {@value #LONGEST} bytes, not changed by the caller; empty if the job is not known here, or not yet. It is known before its
     *     first partition is made
     */
    Optional<byte[]> token(JobId job);
}
