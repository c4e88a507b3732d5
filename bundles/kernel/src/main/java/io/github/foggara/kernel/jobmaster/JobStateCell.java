package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.client.JobStatus;
import java.util.EnumSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The state of a run, and the one place where it changes. Main thread only. */
final class JobStateCell {
    private static final Logger LOG = LoggerFactory.getLogger(JobStateCell.class);

    private final String job;
    private JobStatus state = JobStatus.INITIALIZING;

    JobStateCell(String job) {
        this.job = job;
    }

    JobStatus get() {
        return state;
    }

    /**
     * No effect if it is in that state.
     *
     * @throws IllegalStateException for a transition that is not in the diagram of {@link JobStatus}: a bug
     */
    void become(JobStatus next, String why) {
        if (state == next) {
            return;
        }
        if (!allowed(state).contains(next)) {
            throw new IllegalStateException("Job " + job + ": " + state + " cannot become " + next + " (" + why + ")");
        }
        LOG.info("{}: {} → {} ({})", job, state, next, why);
        state = next;
    }

    private static Set<JobStatus> allowed(JobStatus state) {
        return switch (state) {
            case INITIALIZING, SUSPENDED, RESTARTING ->
                EnumSet.of(
                        JobStatus.SUSPENDED,
                        JobStatus.RUNNING,
                        JobStatus.RESTARTING,
                        JobStatus.FAILING,
                        JobStatus.CANCELLING,
                        JobStatus.FAILED,
                        JobStatus.CANCELED);
            case RUNNING ->
                EnumSet.of(
                        JobStatus.SUSPENDED,
                        JobStatus.RESTARTING,
                        JobStatus.FAILING,
                        JobStatus.CANCELLING,
                        JobStatus.FINISHED);
            case FAILING -> EnumSet.of(JobStatus.FAILED);
            case CANCELLING -> EnumSet.of(JobStatus.CANCELED, JobStatus.FAILING, JobStatus.FINISHED);
            case FINISHED, FAILED, CANCELED -> EnumSet.noneOf(JobStatus.class);
        };
    }
}
