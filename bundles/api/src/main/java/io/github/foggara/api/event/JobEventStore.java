package io.github.foggara.api.event;

import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.plugin.OptionSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Purpose: the root of an event store plugin, published as a service with {@code foggara.plugin=NAME}. Thread: io; every method but
 * {@link #options()} may block. A failure suspends the job with that cause, and it is tried again.
 */
@ProviderType
public interface JobEventStore {
    /** The options it reads, for validation and forms. Any thread, never blocks. */
    OptionSet options();

    /**
     * Reads what the log of the job holds, each event once and in order, and opens it for writing under a higher epoch. From then on
     * nothing that a writer of a lower epoch appends has any effect, and such a writer is told so
     * ({@link JobEventLog.Listener#fenced}).
     *
     * @param epoch strictly higher than any before for this job, see {@link io.github.foggara.api.ha.LeaderElection}
     * @param replay called on the calling thread; what it throws ends the reading and is thrown on, and the log is not opened
     * @throws IOException if the log cannot be read or written now: disk full, no permission
     * @throws IllegalStateException if an epoch as high was there already
     */
    JobEventLog open(JobId job, long epoch, EventLogContext context, Replay replay) throws IOException;

    /**
     * Puts what the job's log holds aside for inspection, so that the next {@link #open} finds an empty log. It stays, whatever becomes of
     * the run, until an operator deletes it. Not while it is open.
     *
     * @param directory as in {@link EventLogContext}
     * @return where it is now, in words
     */
    String setAside(JobId job, Path directory) throws IOException;

    /**
     * The run is over: nothing of its log is needed any more. What was put aside stays. Not while it is open. Idempotent.
     *
     * @param directory as in {@link EventLogContext}
     */
    void delete(JobId job, Path directory) throws IOException;

    /**
     * Runs of which there is a log, also half of one whose deletion was cut off. What was put aside does not count.
     *
     * @param directory as in {@link EventLogContext}
     */
    List<JobId> jobs(Path directory) throws IOException;

    /**
     * What was put aside and not deleted yet, of all runs.
     *
     * @param directory as in {@link EventLogContext}
     * @return for each where it is, in words
     */
    List<String> putAside(Path directory) throws IOException;

    /** Receives what a log holds. */
    interface Replay {
        /**
         * @param position dense; the first is 1, or that of an image the log was compacted to ({@link JobEventLog#compact})
         */
        void event(long position, EventRecord event) throws IOException;
    }
}
