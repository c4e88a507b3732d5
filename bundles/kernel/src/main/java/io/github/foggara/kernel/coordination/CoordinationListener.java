package io.github.foggara.kernel.coordination;

import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.kernel.plan.JobPlan;
import java.util.List;
import java.util.Map;

/** What the coord thread tells its JobMaster. Every method only enqueues. */
public interface CoordinationListener {
    void planned(JobPlan plan);

    /**
     * @param kept whether what earlier lives finished is there; if not, all of it has to run again
     */
    void opened(boolean kept);

    /**
     * @param splits encoded
     * @param noMore none will follow
     */
    void assigned(int vertex, int subtask, List<byte[]> splits, boolean noMore);

    /**
     * @param states of enumerators, by uid
     */
    void snapshotted(long checkpoint, Map<String, byte[]> states);

    /**
     * @param never whether no checkpoint of this job can succeed
     * @param words for users
     */
    void snapshotFailed(long checkpoint, boolean never, String words);

    /** What the checkpoint publishes is published. */
    void checkpointCommitted(long checkpoint);

    /** Size of the input of all sources together; -1 if one of them does not know. */
    void totalWork(long units);

    /** A line for the report that users see. */
    void report(String line);

    /** A line for users: something of the input is lost by the restart. */
    void lost(String line);

    /** Every sink can publish, and nothing is lost until it does. */
    void commitPrepared();

    void committed();

    void closed();

    /**
     * @param cause for the user: what failed and why
     */
    void failed(FailureClass kind, String cause);
}
