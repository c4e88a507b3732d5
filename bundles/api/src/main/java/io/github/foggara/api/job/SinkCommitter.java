package io.github.foggara.api.job;

import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/** Publishes the output of a whole job, or takes all of it away. Coord thread only; may block. */
@ConsumerType
public interface SinkCommitter {
    /** Before any task is deployed: checks the target, removes what an earlier life of the job left unpublished. */
    void open() throws Exception;

    /** Every subtask has finished; publish exactly these, all or nothing. Idempotent. */
    void commit(List<byte[]> committables) throws Exception;

    /** The job failed or was cancelled: remove everything that is not published. Called after every writer closed. */
    void abort() throws Exception;
}
