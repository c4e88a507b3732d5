package io.github.foggara.kernel.jobmaster.state;

import java.util.List;
import java.util.Optional;

/**
 * All that the events of a log said of a job, in place of them: of {@link JobState} what outlives a JobMaster. Immutable.
 *
 * @param started empty before the graph was decided
 * @param lastAttempt highest attempt number so far; -1 for none
 * @param attempts number of the current attempt of each subtask, by vertex
 * @param finished of those attempts the ones that have finished
 */
public record JobImage(
        Optional<JobEvent.JobStarted> started,
        int lastAttempt,
        List<List<Integer>> attempts,
        List<JobEvent.TaskFinished> finished,
        Incidents.Image incidents,
        Checkpoints.Image checkpoints) {
    public JobImage {
        attempts = attempts.stream().map(List::copyOf).toList();
        finished = List.copyOf(finished);
    }

    /** Bytes of what finished tasks are to publish, encoded, at least: the part of an image that has no bound of its own. */
    public long committableBytes() {
        return finished.stream()
                .flatMap(event -> event.committables().values().stream())
                .flatMap(List::stream)
                .mapToLong(one -> one.length + 1L)
                .sum();
    }
}
