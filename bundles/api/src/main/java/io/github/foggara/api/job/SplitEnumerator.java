package io.github.foggara.api.job;

import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/** Finds splits and hands them out. Coord thread only; may block on the outside system. An exception fails the job. */
@ConsumerType
public interface SplitEnumerator<S> {
    /** Called once before any request. Missing or unreadable input is refused here, before a task runs. */
    void start() throws Exception;

    /** A reader wants one more split: assign one, or tell that there are no more. */
    void handleSplitRequest(int subtask) throws Exception;

    /** Splits that a failed attempt had not finished; each comes back exactly once. */
    void addSplitsBack(List<S> splits, int subtask) throws Exception;

    /**
     * All it needs to go on: what it has not assigned, what it has seen. Splits that were assigned before belong to their readers.
     *
     * @param checkpoint its id
     * @throws UnsupportedOperationException if it cannot: then the job has no checkpoints and says why
     */
    default byte[] snapshot(long checkpoint) throws Exception {
        throw new UnsupportedOperationException("The source cannot be checkpointed: its enumerator keeps no state");
    }

    void close() throws Exception;
}
