package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.client.JobState;
import java.util.EnumSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The state of a run, and the one place where it changes. Main thread only. */
final class JobStateCell {
    private static final Logger LOG = LoggerFactory.getLogger(JobStateCell.class);

    private final String job;
    private JobState state = JobState.INITIALIZING;

    JobStateCell(String job) {
        this.job = job;
    }

    JobState get() {
        return state;
    }

    /**
     * No effect if it is in that state.
     *
     * @throws IllegalStateException for a transition that is not in the diagram of {@link JobState}: a bug
     */
    void become(JobState next, String why) {
        if (state == next) {
            return;
        }
        if (!allowed(state).contains(next)) {
            throw new IllegalStateException("Job " + job + ": " + state + " cannot become " + next + " (" + why + ")");
        }
        LOG.info("{}: {} → {} ({})", job, state, next, why);
        state = next;
    }

    /** Without a check, when a bug must not keep the run from its end. */
    void force(JobState next) {
        LOG.error("{}: {} → {} (forced)", job, state, next);
        state = next;
    }

    private static Set<JobState> allowed(JobState state) {
        return switch (state) {
            case INITIALIZING, SUSPENDED ->
                EnumSet.of(
                        JobState.SUSPENDED,
                        JobState.RUNNING,
                        JobState.FAILING,
                        JobState.CANCELLING,
                        JobState.FAILED,
                        JobState.CANCELED);
            case RUNNING -> EnumSet.of(JobState.SUSPENDED, JobState.FAILING, JobState.CANCELLING, JobState.FINISHED);
            case FAILING -> EnumSet.of(JobState.FAILED);
            case CANCELLING -> EnumSet.of(JobState.CANCELED, JobState.FAILING, JobState.FINISHED);
            case FINISHED, FAILED, CANCELED -> EnumSet.noneOf(JobState.class);
        };
    }
}
