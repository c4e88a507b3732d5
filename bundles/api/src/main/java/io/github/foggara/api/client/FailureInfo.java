package io.github.foggara.api.client;

/**
 * One failure of a job.
 *
 * @param millis when it was reported, wall-clock milliseconds since the epoch
 * @param vertex name of the vertex; empty for what stands beside the tasks
 * @param subtask from 0
 * @param attempt that failed
 * @param kind class of the failure, in words
 * @param cause first line of what was thrown
 */
public record FailureInfo(long millis, String vertex, int subtask, int attempt, String kind, String cause) {}
