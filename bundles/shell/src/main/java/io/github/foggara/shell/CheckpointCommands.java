package io.github.foggara.shell;

import io.github.foggara.api.client.CheckpointInfo;
import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobService;
import java.time.Duration;

/** Commands about the checkpoints of a job; as {@link JobCommands}. Any thread. */
public final class CheckpointCommands {
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private final JobService jobs;

    public CheckpointCommands(JobService jobs) {
        this.jobs = jobs;
    }

    public String list(String name) {
        JobInfo job = jobs.job(name)
                .orElseThrow(
                        () -> new IllegalArgumentException("There is no job '" + name + "'; job:list shows them."));
        return job.checkpoints().isEmpty()
                ? "Job " + name + " has had no checkpoint."
                : CheckpointText.table(job.checkpoints());
    }

    /**
     * Returns when it is complete.
     *
     * @throws IllegalStateException if it does not come about
     */
    public String trigger(String name) {
        try {
            CheckpointInfo taken = jobs.triggerCheckpoint(name, LONGEST);
            return "Checkpoint " + taken.id() + " of job " + name + " is complete"
                    + taken.pointer().map(place -> ": " + place).orElse(".");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Nobody waits any more; the checkpoint goes on.", e);
        }
    }
}
