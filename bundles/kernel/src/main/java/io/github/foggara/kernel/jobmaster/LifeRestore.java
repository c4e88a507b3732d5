package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.checkpoint.CheckpointMetadata;
import io.github.foggara.api.checkpoint.CheckpointStorage;
import io.github.foggara.api.checkpoint.StorageContext;
import io.github.foggara.api.failover.TaskId;
import io.github.foggara.kernel.config.JobOptions;
import io.github.foggara.kernel.coordination.Opening;
import io.github.foggara.kernel.gateway.TaskRestore;
import io.github.foggara.kernel.jobmaster.state.JobEvent;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a life with checkpoints goes on from: found when it begins, then the newest one that it completes itself. All that restart at one time
 * go on from the same. Main thread only.
 */
final class LifeRestore {
    private static final Logger LOG = LoggerFactory.getLogger(LifeRestore.class);

    private final JobSpec spec;
    private final JobLifecycle lifecycle;
    private final Life life;
    private final StorageContext storage;
    private RestorePoint point;
    private Redistribution redistribution;

    LifeRestore(JobSpec spec, JobLifecycle lifecycle, Life life, StorageContext storage) {
        this.spec = spec;
        this.lifecycle = lifecycle;
        this.life = life;
        this.storage = storage;
    }

    /**
     * What is to be found out on an io thread, answered by {@link #answered}.
     */
    RestoreSearch.Question question() {
        return new RestoreSearch.Question(
                spec.name(),
                life.state().checkpoints().completed(),
                life.state().checkpoints().lastIssued(),
                life.state().checkpoints().logReplaced(),
                Optional.ofNullable(lifecycle.configuration().get(JobOptions.RECOVERY_PATH)));
    }

    void answered(RestoreSearch.Found found, Throwable problem) {
        if (problem != null) {
            // The back-off strategy might give up, and the end of the run would delete what is whole.
            waitAndTryAgain("The checkpoints of job '" + spec.name()
                    + "' cannot be read for now, and an older one must not stand"
                    + " in for the newest: "
                    + (problem.getMessage() == null ? problem.toString() : problem.getMessage()));
            return;
        }
        if (found.refused().isPresent() && found.atOnce()) {
            lifecycle.fail(found.refused().get());
            return;
        }
        Optional<String> refused = found.refused().or(() -> unfit(found.point()));
        if (refused.isPresent()) {
            waitAndTryAgain(refused.get());
            return;
        }
        found.damaged().forEach(one -> life.journal().record(new JobEvent.CheckpointDiscarded(one.id())));
        found.adopted()
                .forEach(pointer -> life.journal()
                        .record(new JobEvent.CheckpointCompleted(pointer, CheckpointInfos.unknown(pointer))));
        lifecycle.status().health("checkpoint-damage", found.damaged().isEmpty() ? null : passedOver(found));
        point = found.point();
        if (point.checkpoint() > 0) {
            LOG.info("Job {} goes on from checkpoint {}", spec.name(), point.checkpoint());
        }
    }

    private Optional<String> unfit(RestorePoint wanted) {
        return wanted.checkpoint() == 0
                ? Optional.empty()
                : new Redistribution(life.plan(), wanted.metadata()).problem(lifecycle.configuration());
    }

    private String passedOver(RestoreSearch.Found found) {
        return "Job '" + spec.name() + "' goes on from checkpoint "
                + found.point().checkpoint() + ", because newer ones cannot be read; what it published since may be"
                + " published again. "
                + String.join(
                        "; ", found.damaged().stream().map(RestoreSearch::told).toList());
    }

    /** The run is not over by that: state that does not fit now may fit other code, and files may come back. */
    void waitAndTryAgain(String words) {
        lifecycle.pause(lifecycle.configuration().get(JobOptions.EVENT_STORE_RETRY), words);
    }

    /** Whether it is known what the life goes on from. */
    boolean found() {
        return point != null;
    }

    /** Its id; 0 for the beginning. */
    long checkpoint() {
        return point.checkpoint();
    }

    /** What coordinators begin with. */
    Opening opening(Map<String, List<byte[]>> finished) {
        return new Opening(
                finished,
                true,
                point.checkpoint() == 0
                        ? Optional.empty()
                        : Optional.of(new Opening.Restored(
                                point.checkpoint(),
                                point.enumerators(),
                                point.metadata().committables())));
    }

    /** What a task begins from; asked when it is deployed, so after whatever was under way is given up. */
    TaskRestore of(TaskId task) {
        if (redistribution == null && point.checkpoint() > 0) {
            redistribution = new Redistribution(life.plan(), point.metadata());
        }
        return new TaskRestore(
                life.plan().configuration().get(JobOptions.CHECKPOINT_SERVICE),
                life.plan().configuration().get(JobOptions.STATE_BACKEND),
                point.checkpoint(),
                life.state().checkpoints().lastIssued(),
                storage.directory().toString(),
                storage.configuration(),
                redistribution == null
                        ? Map.of()
                        : redistribution.state(life.plan().vertices().get(task.vertex()), task.subtask()));
    }

    /** This one is complete: whatever restarts from now on begins from it. */
    void completed(CheckpointMetadata metadata) {
        point = new RestorePoint(metadata.id(), metadata, Map.of());
        redistribution = null;
        life.splits().completed(metadata.id());
    }

    /** On an io thread. */
    static RestoreSearch.Found search(CheckpointStorage opened, RestoreSearch.Question question) throws Exception {
        return new RestoreSearch(opened, question).search();
    }
}
