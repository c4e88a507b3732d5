package io.github.foggara.api.execution;

/**
 * The output of one producer attempt on one outgoing edge; a restarted producer always makes a new partition.
 *
 * @param producer the attempt that writes
 * @param output index of the outgoing edge of the producer's vertex, from 0
 */
public record ResultPartitionId(ExecutionAttemptId producer, int output) {
    @Override
    public String toString() {
        return producer + ">" + output;
    }
}
