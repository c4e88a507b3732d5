package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.client.JobState;

/**
 * Why a life ends, weakest first: a stronger reason replaces a weaker one, except that a job that is already failing
 * cannot be cancelled or suspended any more.
 */
enum Ending {
    /** Something it needs has left; another life begins when it is back. */
    SUSPEND(JobState.SUSPENDED, JobState.SUSPENDED),
    /** The container stops, or the run is given up for a newer one; the state is kept. */
    SHUT_DOWN(null, null),
    CANCEL(JobState.CANCELLING, JobState.CANCELED),
    FAIL(JobState.FAILING, JobState.FAILED),
    FINISH(null, JobState.FINISHED);

    private final JobState during;
    private final JobState after;

    Ending(JobState during, JobState after) {
        this.during = during;
        this.after = after;
    }

    /** State of the job while the life ends; null: unchanged. */
    JobState during() {
        return during;
    }

    /** State of the job after it; null: unchanged. */
    JobState after() {
        return after;
    }
}
