package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.task.DirectingOperator;

/** Base of the way out to the subtask that the operator before it says; what is not per record. */
abstract class DirectExit extends ExitLink {
    /** Of the next operator. */
    protected final int subtasks;
    /** Null until the operator is made, which is after its ways out were opened. */
    protected DirectingOperator<?, ?> producer;

    protected DirectExit(LinkSetup setup) {
        super(setup);
        subtasks = setup.exit().consumerParallelism();
    }

    /**
     * @throws IllegalStateException if the operator does not say where its records go
     */
    void directedBy(Object made) {
        if (!(made instanceof DirectingOperator<?, ?> directing)) {
            throw new IllegalStateException("Operator '" + operator()
                    + "' does not say where its records go, but an edge behind it is Direct: use another partitioning");
        }
        producer = directing;
    }

    protected final IllegalStateException outside(int target) {
        return new IllegalStateException("Operator '" + operator() + "' sends a record to subtask " + target
                + ", but the next operator has " + subtasks + ", counted from 0");
    }
}
