package io.github.foggara.kernel.plan;

import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.kernel.config.JobOptions;

/**
 * What one container runs: a task is a thread, and an empty channel costs about 220 bytes and a place in every message about
 * its tasks. A job beyond these limits would not fail but starve itself and its neighbours, so it is refused.
 */
final class PlanLimits {
    static final int TASKS = 4096;
    static final long CHANNELS = 1 << 18;

    private PlanLimits() {}

    /**
     * @throws JobDefinitionException naming the number and what to lower
     */
    static void check(JobPlan plan) {
        long tasks = plan.vertices().stream().mapToLong(PlanVertex::parallelism).sum();
        if (tasks > TASKS) {
            throw refusal(tasks + " tasks", TASKS);
        }
        long channels = plan.edges().stream()
                .mapToLong(edge -> plan.wiring(edge).channels())
                .sum();
        if (channels > CHANNELS) {
            throw refusal(channels + " channels between its tasks", CHANNELS);
        }
    }

    private static JobDefinitionException refusal(String what, long limit) {
        return new JobDefinitionException("The job would have " + what + "; one container runs at most " + limit
                + ". Lower the option " + JobOptions.PARALLELISM.key() + ", or setParallelism of its operators");
    }
}
