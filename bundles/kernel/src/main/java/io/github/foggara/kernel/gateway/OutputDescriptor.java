package io.github.foggara.kernel.gateway;

import io.github.foggara.api.shuffle.PartitionDescriptor;

/**
 * One outgoing edge of a vertex for one subtask.
 *
 * @param edge index of the edge in the graph's list of edges
 * @param partition where it writes; its subpartitions are the consumers this subtask reaches
 * @param consumerParallelism all subtasks of the consumer, for key groups
 */
public record OutputDescriptor(int edge, PartitionDescriptor partition, int consumerParallelism) {}
