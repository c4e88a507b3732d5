package io.github.foggara.kernel.dispatcher;

import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobStatus;
import java.util.List;
import java.util.Optional;

/**
 * What readers see of a job. Immutable.
 *
 * @param configured whether it is a configuration and not a submission
 * @param started milliseconds since the epoch, -1 if it never did
 * @param ended milliseconds since the epoch, -1 if it is not over
 */
record JobView(JobInfo info, boolean configured, long started, long ended, List<String> health) {

    /** With the time up to now. */
    JobInfo at(long now) {
        long duration = started < 0 ? 0 : Math.max(0, (ended < 0 ? now : ended) - started);
        return copy(info.state(), info.cause(), duration);
    }

    /** The same as a job that begins. */
    JobView restarting() {
        return new JobView(copy(JobStatus.INITIALIZING, Optional.empty(), 0), configured, -1, -1, List.of());
    }

    private JobInfo copy(JobStatus state, Optional<String> cause, long duration) {
        return new JobInfo(
                info.name(),
                info.program(),
                info.id(),
                state,
                cause,
                info.vertices(),
                info.workDone(),
                info.workTotal(),
                duration,
                info.incidents(),
                info.checkpoints(),
                info.report(),
                info.options(),
                info.arguments(),
                info.configurationError());
    }
}
