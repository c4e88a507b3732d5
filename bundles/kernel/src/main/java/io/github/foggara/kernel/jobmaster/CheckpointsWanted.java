package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.graph.RuntimeMode;
import io.github.foggara.kernel.config.JobOptions;
import io.github.foggara.kernel.plan.JobPlan;
import java.util.Map;
import java.util.Optional;

/** Whether a job has checkpoints, by its plan, and words for when it has none. */
final class CheckpointsWanted {
    private CheckpointsWanted() {}

    static boolean by(JobPlan plan) {
        Map<String, String> values = plan.configuration().values();
        return plan.mode() == RuntimeMode.STREAMING
                && (values.containsKey(JobOptions.CHECKPOINT_INTERVAL)
                        || values.containsKey(JobOptions.RECOVERY_PATH.key()));
    }

    /** What a job of this plan must not ask for; empty if all is well. */
    static Optional<String> refusal(JobPlan plan, String job) {
        return plan.mode() == RuntimeMode.BATCH
                        && plan.configuration().values().containsKey(JobOptions.RECOVERY_PATH.key())
                ? Optional.of("Job '" + job + "' runs in mode BATCH, which begins from no checkpoint, and "
                        + JobOptions.RECOVERY_PATH.key() + " names one. Remove that option, or set "
                        + JobOptions.RUNTIME_MODE.key() + "=STREAMING")
                : Optional.empty();
    }

    /** For who asks for one. */
    static String none(JobPlan plan, String job) {
        return plan.mode() == RuntimeMode.BATCH
                ? "Job '" + job + "' runs in mode BATCH, which has no checkpoints: what has finished is kept"
                        + " instead. Set " + JobOptions.RUNTIME_MODE.key() + "=STREAMING to have them"
                : "Job '" + job + "' has no checkpoints: set " + JobOptions.CHECKPOINT_INTERVAL;
    }
}
