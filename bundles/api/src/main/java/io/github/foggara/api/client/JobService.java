package io.github.foggara.api.client;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/** The jobs of this container. Any thread; blocks only where it says so. */
@ProviderType
public interface JobService {
    /**
     * Validates and starts a job that lives until this container stops; jobs that survive are configurations.
     *
     * @throws IllegalArgumentException for a bad name, an unknown program (the known ones are named), a bad option, or a
     *     name that is in use
     */
    void submit(JobSubmission submission);

    List<JobInfo> jobs();

    Optional<JobInfo> job(String name);

    /**
     * Runs a job again that is FINISHED, FAILED or CANCELED.
     *
     * @throws IllegalArgumentException if there is no such job, or it is not over
     */
    void start(String name);

    /**
     * Cancels; returns at once. Never deletes a configuration. No effect on a job that is over.
     *
     * @throws IllegalArgumentException if there is no such job
     */
    void cancel(String name);

    /**
     * Takes a checkpoint of a job now, and waits for its end. Blocks the caller.
     *
     * @throws IllegalArgumentException if there is no such job
     * @throws IllegalStateException if it did not come about, or not within the timeout; the message is for users
     */
    CheckpointInfo triggerCheckpoint(String name, Duration timeout) throws InterruptedException;

    /** Waits until the state is terminal, or the timeout has passed. Blocks the caller. */
    Optional<JobInfo> awaitTermination(String name, Duration timeout) throws InterruptedException;

    /** Names of the programs that can be run, sorted. */
    List<String> programs();

    List<PluginInfo> plugins();

    /** What an operator should look at, e.g. a quarantined task; empty if all is well. */
    List<String> health();
}
