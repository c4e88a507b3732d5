package io.github.foggara.api.shuffle;

import io.github.foggara.api.execution.ResultPartitionId;

/** The producer of a channel is gone before its end; blamed on the producer, not on the reader. */
public class PartitionFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient ResultPartitionId partition;

    public PartitionFailedException(ResultPartitionId partition, String message, Throwable cause) {
        super(message, cause);
        this.partition = partition;
    }

    public ResultPartitionId partition() {
        return partition;
    }
}
