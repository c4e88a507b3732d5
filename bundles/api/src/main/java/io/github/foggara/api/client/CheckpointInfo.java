package io.github.foggara.api.client;

import java.util.Optional;

/**
 * A checkpoint that came to its end.
 *
 * @param id from 1 in each run
 * @param kind {@code CHECKPOINT} or {@code SAVEPOINT}
 * @param triggeredMillis wall-clock milliseconds since the epoch
 * @param durationMillis from the trigger to its end
 * @param bytes written
 * @param alignmentMillis longest time that a task waited for barriers
 * @param pauseMillis longest time that a task stood still for its snapshot
 * @param slowest task that answered last, or did not answer; empty if none
 * @param pointer where it is, as {@code execution.state-recovery.path} takes it; empty if it failed
 * @param failure why it failed; empty if it is complete
 */
public record CheckpointInfo(
        long id,
        String kind,
        long triggeredMillis,
        long durationMillis,
        long bytes,
        long alignmentMillis,
        long pauseMillis,
        Optional<String> slowest,
        Optional<String> pointer,
        Optional<String> failure) {}
