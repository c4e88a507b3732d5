package io.github.foggara.api.shuffle;

import io.github.foggara.api.execution.ResultPartitionId;

/**
 * @param subpartitions number of consumer subtasks this partition feeds, from 1
 */
public record PartitionDescriptor(ResultPartitionId id, int subpartitions) {}
