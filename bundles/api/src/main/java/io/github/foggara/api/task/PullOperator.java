package io.github.foggara.api.task;

import io.github.foggara.api.function.Collector;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * An operator that asks for its records instead of being given them, so that a user's loop over all of them can run on the task
 * thread. It has one input and begins a chain. Life cycle: {@code open, pull, endInput, finish, close}.
 */
@ConsumerType
public interface PullOperator<I, O> extends Operator<I, O> {
    /**
     * Once, after {@code open}. When it returns, what is left of the input is read and dropped. If the job stops without draining while
     * it waits for a record, {@link RecordCursor#advance} does not return but unwinds the stack with an error; whatever code does with
     * that, the task ends without {@code endInput}.
     */
    void pull(RecordCursor<I> input, Collector<O> out) throws Exception;

    @Override
    default void process(int input, I record, Collector<O> out) {
        throw new IllegalStateException("A pull operator asks for its records");
    }
}
