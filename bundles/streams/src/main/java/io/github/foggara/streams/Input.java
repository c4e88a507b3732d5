package io.github.foggara.streams;

import io.github.foggara.api.graph.Partitioning;

/**
 * One producer of a stream.
 *
 * @param partitioning null if the program did not choose: forward for equal parallelism, else rebalance
 * @param index which input of the operator it is; all of a union are one
 */
record Input(OperatorDraft producer, Partitioning partitioning, int index) {
    /** Of the first input, which most operators have only. */
    Input(OperatorDraft producer, Partitioning partitioning) {
        this(producer, partitioning, 0);
    }
}
