package io.github.foggara.kernel.cluster;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.rpc.ContainerId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The slots of all TaskManagers and what is in them. A slot holds one subtask of every vertex of one job (Flink's slot sharing), so a job
 * needs as many as its largest parallelism. Knows nothing of threads and messages; cluster thread.
 *
 * <p>An attempt goes to, in this order: a slot of its job that holds another subtask of the same index, because it probably reads or writes
 * that; any slot of its job; a free slot, of the TaskManager with the smallest part of its slots in use.
 */
final class SlotPool {
    private final Map<ContainerId, List<Slot>> slots = new LinkedHashMap<>();
    /** How many slots each has: more are listed while more than that runs there. */
    private final Map<ContainerId, Integer> counts = new LinkedHashMap<>();

    /**
     * What came of a wish.
     *
     * @param places where each attempt is put; empty if slots are missing
     * @param missing how many
     */
    record Placed(Map<ExecutionAttemptId, ContainerId> places, int missing) {}

    /** A TaskManager has come. */
    void add(ContainerId home, int count) {
        List<Slot> added = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            added.add(new Slot(home));
        }
        slots.put(home, added);
        counts.put(home, count);
    }

    /** A TaskManager is lost, with what was in its slots. */
    void remove(ContainerId home) {
        slots.remove(home);
        counts.remove(home);
    }

    /** Puts all of these attempts somewhere, or none. */
    Placed place(List<ExecutionAttemptId> attempts) {
        Map<ExecutionAttemptId, Slot> taken = new LinkedHashMap<>();
        List<Slot> imagined = new ArrayList<>();
        for (ExecutionAttemptId attempt : attempts) {
            Slot slot = choose(attempt, imagined).orElseGet(() -> {
                Slot missing = new Slot(null);
                imagined.add(missing);
                return missing;
            });
            slot.add(attempt);
            taken.put(attempt, slot);
        }
        if (!imagined.isEmpty()) {
            taken.forEach((attempt, slot) -> slot.remove(attempt));
            return new Placed(Map.of(), imagined.size());
        }
        Map<ExecutionAttemptId, ContainerId> places = new LinkedHashMap<>();
        taken.forEach((attempt, slot) -> places.put(attempt, slot.home()));
        return new Placed(places, 0);
    }

    private Optional<Slot> choose(ExecutionAttemptId attempt, List<Slot> imagined) {
        List<Slot> own = new ArrayList<>(imagined);
        slots.values().forEach(own::addAll);
        own.removeIf(slot -> !slot.of(attempt.job()) || !slot.takes(attempt));
        return own.stream()
                .filter(slot -> slot.holdsSubtask(attempt.subtask()))
                .findFirst()
                .or(() -> own.stream().min(Comparator.comparingInt(Slot::size)))
                .or(this::free);
    }

    private Optional<Slot> free() {
        return slots.keySet().stream()
                .filter(home -> available(home) > 0)
                .min(Comparator.comparingDouble(home -> (double) used(slots.get(home)) / counts.get(home)))
                .flatMap(home -> slots.get(home).stream().filter(Slot::free).findFirst());
    }

    /** It runs there already, whether there was room or not; above that, nothing more is put there until enough has ended. */
    void book(ExecutionAttemptId attempt, ContainerId home) {
        List<Slot> all = slots.getOrDefault(home, List.of());
        if (!slots.containsKey(home) || all.stream().anyMatch(slot -> slot.holds(attempt))) {
            return;
        }
        Optional<Slot> own = all.stream()
                .filter(slot -> slot.of(attempt.job()) && slot.takes(attempt))
                .min(Comparator.comparing((Slot slot) -> !slot.holdsSubtask(attempt.subtask()))
                        .thenComparingInt(Slot::size));
        own.or(() -> all.stream().filter(Slot::free).findFirst())
                .orElseGet(() -> {
                    Slot more = new Slot(home);
                    all.add(more);
                    return more;
                })
                .add(attempt);
    }

    private static int used(List<Slot> all) {
        return (int) all.stream().filter(slot -> !slot.free()).count();
    }

    /** It has ended, or will not begin. */
    void free(ExecutionAttemptId attempt) {
        all().filter(slot -> slot.of(attempt.job())).anyMatch(slot -> slot.remove(attempt));
    }

    /** It counts as ended, but its thread does not end: its slot is given up until the job is over. */
    void giveUp(ExecutionAttemptId attempt, ContainerId home) {
        slots.getOrDefault(home, List.of()).stream()
                .filter(slot -> slot.of(attempt.job()) && slot.holds(attempt))
                .forEach(Slot::block);
        free(attempt);
    }

    /** Nothing of the job is anywhere any more. */
    void release(JobId job) {
        all().filter(slot -> slot.of(job)).forEach(Slot::clear);
    }

    /** Slots of that TaskManager that no job uses. */
    int available(ContainerId home) {
        return Math.max(0, counts.getOrDefault(home, 0) - used(slots.getOrDefault(home, List.of())));
    }

    int total() {
        return counts.values().stream().mapToInt(Integer::intValue).sum();
    }

    int available() {
        return slots.keySet().stream().mapToInt(this::available).sum();
    }

    private Stream<Slot> all() {
        return slots.values().stream().flatMap(List::stream);
    }
}
