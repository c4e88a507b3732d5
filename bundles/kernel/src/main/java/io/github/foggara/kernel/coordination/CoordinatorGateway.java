package io.github.foggara.kernel.coordination;

import java.util.List;
import java.util.Map;

/** Reaches the coord thread of one life of a job. Every method only enqueues; answers come to the listener. */
public interface CoordinatorGateway {
    /** Defines and plans the graph; answered by {@code planned} or {@code failed}. */
    void prepare();

    /**
     * Starts enumerators and opens committers, before any task runs; answered by {@code opened} or {@code failed}. What a restored
     * checkpoint publishes is published again before the answer.
     */
    void open(Opening opening);

    /** The reader of that subtask wants one more split. */
    void requestSplit(int vertex, int subtask);

    /**
     * The state of every enumerator, for a checkpoint; answered by {@code snapshotted} or {@code snapshotFailed}. What is assigned before the
     * answer is told before it.
     */
    void snapshot(long checkpoint);

    /**
     * Publishes what a completed checkpoint holds; answered by {@code checkpointCommitted} or {@code failed}. In ascending order.
     *
     * @param committables by uid of the sink
     */
    void commitCheckpoint(long checkpoint, Map<String, List<byte[]>> committables);

    /**
     * First phase of the commit, before the decision to publish is recorded; answered by {@code commitPrepared} or {@code
     * failed}.
     *
     * @param committables of the attempts that finished, by uid of the sink
     */
    void prepareCommit(Map<String, List<byte[]>> committables);

    /**
     * Publishes; answered by {@code committed} or {@code failed}.
     *
     * @param committables of the attempts that finished, by uid of the sink
     */
    void commit(Map<String, List<byte[]>> committables);

    /**
     * Goes on with a commit that an earlier life decided, perhaps began, perhaps ended: makes the committers and does not open
     * them. After {@link #prepare}, instead of {@link #open}; answered by {@code committed} or {@code failed}.
     */
    void commitAgain(Map<String, List<byte[]>> committables);

    /**
     * Closes everything, ends the thread; answered by {@code closed}. What was not asked of it yet is dropped.
     */
    void close(Leftover leftover);

    /** Interrupts user code that does not return. */
    void interrupt();

    /** What becomes of output that is not published. */
    enum Leftover {
        /** It is removed: nobody will publish it. */
        REMOVE,
        /** What finished attempts made stays: the run goes on in another life. */
        KEEP,
        /** It is left as it is: published, or in doubt. */
        LEAVE
    }
}
