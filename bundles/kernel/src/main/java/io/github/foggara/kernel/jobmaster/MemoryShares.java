package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.task.OperatorProvider;
import io.github.foggara.kernel.config.ContainerOptions;
import io.github.foggara.kernel.memory.ManagedMemory;
import io.github.foggara.kernel.plan.JobPlan;
import io.github.foggara.kernel.plan.PlanOperator;
import io.github.foggara.kernel.plugin.Lease;
import io.github.foggara.kernel.plugin.PluginRegistry;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How much bulk memory the operators of a job may take, by what their plugins say they need at least. Main thread only.
 *
 * <p>Of what other jobs leave, a job takes three quarters, so that one that comes later finds some; each subtask in proportion to its need, so
 * that the first to open leaves enough to the others.
 *
 * @param problem why it cannot run in this container, for users
 * @param limits by uid, in bytes per subtask
 */
record MemoryShares(Optional<String> problem, Map<String, Long> limits) {
    static MemoryShares of(JobId job, JobPlan plan, PluginRegistry plugins, ManagedMemory memory) {
        Map<PlanOperator, Long> needs = new LinkedHashMap<>();
        for (PlanOperator operator : plan.operators()) {
            try {
                long need = need(operator, plan, plugins);
                if (need > 0) {
                    needs.put(operator, need);
                }
            } catch (RuntimeException e) {
                return new MemoryShares(
                        Optional.of("The plugin '" + operator.reference().plugin() + "' does not take its operator '"
                                + operator.name() + "': " + e.getMessage()),
                        Map.of());
            }
        }
        double sum = 0;
        for (Map.Entry<PlanOperator, Long> need : needs.entrySet()) {
            sum += (double) need.getValue() * need.getKey().parallelism();
        }
        long total = memory.total();
        return sum > total
                ? new MemoryShares(Optional.of(tooMuch(needs, (long) sum, total)), Map.of())
                : new MemoryShares(
                        Optional.empty(),
                        limits(needs, Math.max(sum, (total - memory.heldByOthers(job)) * 0.75) / sum));
    }

    /** A plugin that left a moment ago brings the job down in another way. */
    private static long need(PlanOperator operator, JobPlan plan, PluginRegistry plugins) {
        Optional<Lease<OperatorProvider>> lease =
                plugins.lease(OperatorProvider.class, operator.reference().plugin());
        if (lease.isEmpty()) {
            return 0;
        }
        try (Lease<OperatorProvider> provider = lease.get()) {
            return provider.service().minimumMemory(operator.reference(), plan.configuration());
        }
    }

    private static Map<String, Long> limits(Map<PlanOperator, Long> needs, double factor) {
        Map<String, Long> limits = new LinkedHashMap<>();
        needs.forEach((operator, need) -> limits.put(operator.uid(), Math.max(need, (long) (need * factor))));
        return limits;
    }

    private static String tooMuch(Map<PlanOperator, Long> needs, long sum, long total) {
        return "The job needs at least " + ManagedMemory.words(sum) + " of bulk memory ("
                + needs.entrySet().stream()
                        .map(need -> "'" + need.getKey().name() + "' "
                                + need.getKey().parallelism() + " times " + ManagedMemory.words(need.getValue()))
                        .collect(Collectors.joining(", "))
                + "), and the container has " + ManagedMemory.words(total) + ". Raise "
                + ContainerOptions.MANAGED_MEMORY.key()
                + " of the container, or lower the parallelism of these operators";
    }
}
