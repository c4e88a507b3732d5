package io.github.foggara.streams;

import io.github.foggara.api.graph.Partitioning;

/**
 * One producer of a stream.
 *
 * @param partitioning null if the program did not choose: forward for equal parallelism, else rebalance
 */
record Input(OperatorDraft producer, Partitioning partitioning) {}
