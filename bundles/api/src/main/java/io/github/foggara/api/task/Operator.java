package io.github.foggara.api.task;

import io.github.foggara.api.function.Collector;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * One operator instance of one subtask attempt. Life cycle (FLIP-147): {@code open, process…, endInput, finish, close};
 * open runs from the last operator of the chain to the first, finish and close from the first to the last. Task thread.
 */
@ConsumerType
public interface Operator<I, O> {
    /** The context is valid until {@link #close} returns. */
    default void open(TaskContext context) throws Exception {}

    void process(int input, I record, Collector<O> out) throws Exception;

    /** A bounded input has ended; once per input, before {@link #finish}. */
    default void endInput(int input, Collector<O> out) throws Exception {}

    /** Last chance to emit; only when the job drains. */
    default void finish(Collector<O> out) throws Exception {}

    /** Releases resources; exactly once after open began, also on failure and cancel; must not emit. */
    default void close() throws Exception {}
}
