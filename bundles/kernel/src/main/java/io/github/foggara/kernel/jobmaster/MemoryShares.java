package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.task.OperatorProvider;
import io.github.foggara.kernel.config.ContainerOptions;
import io.github.foggara.kernel.gateway.Place;
import io.github.foggara.kernel.memory.ManagedMemory;
import io.github.foggara.kernel.plan.JobPlan;
import io.github.foggara.kernel.plan.PlanOperator;
import io.github.foggara.kernel.plugin.Lease;
import io.github.foggara.kernel.plugin.PluginRegistry;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How much bulk memory the operators of a job may take, by what their plugins say they need at least. Main thread only.
 *
 * <p>In one container: of what other jobs leave, a job takes three quarters, so that one that comes later finds some; each subtask in proportion to
 * its need, so that the first to open leaves enough to the others.
 *
 * <p>In TaskManagers: a subtask takes its part of a slot, which can hold one of each operator; of the smallest slot that what is deployed together
 * runs in, so that no subtask lags behind the others.
 *
 * @param problem why it cannot run, for users
 * @param needs of a subtask, in bytes
 */
record MemoryShares(Optional<String> problem, Map<PlanOperator, Long> needs) {
    static final MemoryShares NONE = new MemoryShares(Optional.empty(), Map.of());

    /** Asks the plugins. */
    static MemoryShares of(JobPlan plan, PluginRegistry plugins) {
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
        return new MemoryShares(Optional.empty(), needs);
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

    private double sum() {
        double sum = 0;
        for (Map.Entry<PlanOperator, Long> need : needs.entrySet()) {
            sum += (double) need.getValue() * need.getKey().parallelism();
        }
        return sum;
    }

    /** Why all of the job does not fit into one container. */
    Optional<String> tooMuch(ManagedMemory memory) {
        return sum() > memory.total() ? Optional.of(tooMuch((long) sum(), memory.total())) : Optional.empty();
    }

    /** By uid, in bytes per subtask, where all of the job is in one container. */
    Map<String, Long> limits(JobId job, ManagedMemory memory) {
        double sum = sum();
        return limits(Math.max(sum, (memory.total() - memory.heldByOthers(job)) * 0.75) / sum);
    }

    /** By uid, in bytes per subtask, of what is deployed together in these places. */
    Map<String, Long> limits(Collection<Place> places) {
        double slot = needs.values().stream().mapToDouble(Long::doubleValue).sum();
        return places.stream()
                .map(Place::room)
                .filter(room -> room != null)
                .min(Comparator.comparingLong(Place.Room::perSlot))
                .map(room -> limits(Math.max(1, room.perSlot() / slot)))
                .orElse(Map.of());
    }

    private Map<String, Long> limits(double factor) {
        Map<String, Long> limits = new LinkedHashMap<>();
        needs.forEach((operator, need) -> limits.put(operator.uid(), Math.max(need, (long) (need * factor))));
        return limits;
    }

    /**
     * Why subtasks of operators do not fit into one TaskManager; empty if they do.
     *
     * @param uids of the operators of each that is deployed there together
     */
    String trouble(Place place, List<List<String>> uids) {
        if (needs.isEmpty() || place.room() == null) {
            return "";
        }
        Map<String, Long> byUid = needs.entrySet().stream()
                .collect(Collectors.toMap(need -> need.getKey().uid(), Map.Entry::getValue));
        long least = uids.stream()
                .flatMap(List::stream)
                .mapToLong(uid -> byUid.getOrDefault(uid, 0L))
                .sum();
        return least <= place.room().memory()
                ? ""
                : "the tasks that are to run in TaskManager " + place.container() + " need at least "
                        + ManagedMemory.words(least) + " of bulk memory there, and it has "
                        + ManagedMemory.words(place.room().memory()) + ". Raise "
                        + ContainerOptions.MANAGED_MEMORY.key()
                        + " of that container, or give it fewer slots, and start it again";
    }

    private String tooMuch(long sum, long total) {
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
