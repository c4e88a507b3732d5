package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.kernel.taskexecutor.chain.Closing;
import io.github.foggara.kernel.taskexecutor.chain.Outputs;

/** Where a task's records come from: a gate or a source. Task thread. */
interface TaskInput extends Turn {
    /** Until all data was read. */
    default void run(TaskLoop loop, Outputs outputs) throws Exception {
        loop.run(this, outputs);
    }

    /**
     * While the head of the chain still works after its last record: takes the next event.
     *
     * @return false if there is none, or none may be taken
     */
    default boolean serveEvent() {
        return false;
    }

    /** After the end: whether no data will ever follow. */
    boolean drained();

    /** After the end: takes what still comes, and says whether that was all. */
    boolean closedByProducers();

    /** Records processed so far. */
    long records();

    /** Units of the source read so far. */
    default long workDone() {
        return 0;
    }

    /** By channel: sequence number of the next record that will be processed. */
    default long[] positions() {
        return new long[0];
    }

    void close(Closing closing);
}
