package io.github.foggara.api.rpc;

import io.github.foggara.api.execution.JobId;
import java.util.HexFormat;

/**
 * What the epoch of a message counts: mostly the life of one job.
 *
 * @see RpcNode#fence
 */
public record RpcScope(long high, long low) {
    /** Of messages whose epoch means nothing; it is never fenced. */
    public static final RpcScope NONE = new RpcScope(0, 0);

    public static RpcScope of(JobId job) {
        return new RpcScope(job.high(), job.low());
    }

    /** The job whose scope this is. */
    public JobId job() {
        return new JobId(high, low);
    }

    @Override
    public String toString() {
        return HexFormat.of().toHexDigits(high) + HexFormat.of().toHexDigits(low);
    }
}
