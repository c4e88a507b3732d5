package io.github.foggara.kernel.dispatcher;

import io.github.foggara.api.checkpoint.CheckpointCoordinator;
import io.github.foggara.api.checkpoint.CheckpointMetadata;
import io.github.foggara.api.client.CheckpointInfo;
import io.github.foggara.api.client.JobInfo;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Somebody waits for a checkpoint that was asked for. Any thread; answered by the job's main thread. */
final class CheckpointRequest implements CheckpointCoordinator.Answer {
    private final String job;
    private final JobViews views;
    private volatile CheckpointMetadata.Pointer pointer;
    private volatile String failure;

    CheckpointRequest(String job, JobViews views) {
        this.job = job;
        this.views = views;
    }

    @Override
    public void completed(CheckpointMetadata.Pointer complete) {
        pointer = complete;
        views.wake();
    }

    @Override
    public void failed(String words) {
        failure = words;
        views.wake();
    }

    /**
     * Blocks the caller.
     *
     * @throws IllegalStateException if it did not come about, or not in time
     */
    CheckpointInfo await(Duration timeout) throws InterruptedException {
        boolean answered = views.await(() -> failure != null || shown().isPresent(), timeout);
        if (failure != null) {
            throw new IllegalStateException(failure);
        }
        if (!answered) {
            throw new IllegalStateException("The checkpoint of job '" + job + "' has not ended within "
                    + timeout.toMillis() + " ms; checkpoint:list tells what becomes of it");
        }
        return shown().orElseThrow();
    }

    /** What users see of it. */
    private Optional<CheckpointInfo> shown() {
        CheckpointMetadata.Pointer complete = pointer;
        if (complete == null) {
            return Optional.empty();
        }
        List<CheckpointInfo> known = views.find(job).map(JobInfo::checkpoints).orElse(List.of());
        return known.stream().filter(info -> info.id() == complete.id()).findFirst();
    }
}
