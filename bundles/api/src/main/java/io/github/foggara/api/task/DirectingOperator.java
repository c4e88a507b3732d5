package io.github.foggara.api.task;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * An operator that says itself to which subtask of the next operator each of its records goes. It is asked on edges that are {@link
 * io.github.foggara.api.graph.Partitioning.Direct}; on others its records go as those of any operator.
 */
@ConsumerType
public interface DirectingOperator<I, O> extends Operator<I, O> {
    /**
     * Where the record goes that it is emitting. Called within {@code collect}, once for each edge that is Direct; must not change anything.
     *
     * @param subtasks number of subtasks of the next operator, from 1
     * @return one of 0 to {@code subtasks - 1}
     */
    int target(int subtasks);
}
