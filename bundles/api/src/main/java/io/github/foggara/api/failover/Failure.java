package io.github.foggara.api.failover;

import io.github.foggara.api.execution.ResultPartitionId;
import java.util.Optional;

/**
 * One failure, classified. Immutable; holds no object of user code.
 *
 * @param task that failed; empty if what failed stands beside the tasks: an enumerator, a committer, the JobMaster
 * @param attempt number of the failed attempt; 0 without a task
 * @param millis when it was reported, wall-clock milliseconds since the epoch
 * @param partition that could not be read, if that is the cause
 * @param words for users: what was thrown, root cause first
 */
public record Failure(
        Optional<TaskId> task,
        int attempt,
        FailureClass kind,
        long millis,
        Optional<ResultPartitionId> partition,
        String words) {}
