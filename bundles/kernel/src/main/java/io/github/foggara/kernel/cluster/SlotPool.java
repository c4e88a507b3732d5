package io.github.foggara.kernel.cluster;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.rpc.ContainerId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The slots of all TaskManagers and what is in them. A slot holds one subtask of every vertex of one job (Flink's slot sharing), so a job
 * needs as many as its largest parallelism. Knows nothing of threads and messages; cluster thread.
 *
 * <p>An attempt goes to, in this order: a slot of its job that holds another subtask of the same index, because it probably reads or writes
 * that; any slot of its job; a free slot, of the TaskManager with the smallest part of its slots in use.
 *
 * <p>What an attempt costs does not grow with the number of attempts and slots, but for a logarithm: clusters with thousands of both are placed by one
 * thread.
 */
final class SlotPool {
    private final Map<ContainerId, SlotHome> homes = new LinkedHashMap<>();
    /** The least loaded first. */
    private final TreeSet<SlotHome> byLoad =
            new TreeSet<>(Comparator.comparingDouble(SlotHome::load).thenComparingLong(SlotHome::order));

    private final Map<JobId, JobSlots> jobs = new HashMap<>();
    private final Map<ExecutionAttemptId, Slot> places = new HashMap<>();
    private final Map<ExecutionAttemptId, Slot> hanging = new HashMap<>();
    private long orders;

    /**
     * What came of a wish.
     *
     * @param places where each attempt is put; empty if slots are missing
     * @param missing how many
     */
    record Placed(Map<ExecutionAttemptId, ContainerId> places, int missing) {}

    /** A TaskManager has come. */
    void add(ContainerId id, int count) {
        SlotHome home = new SlotHome(id, count, orders++);
        homes.put(id, home);
        byLoad.add(home);
    }

    /** A TaskManager is lost, with what was in its slots. */
    void remove(ContainerId id) {
        SlotHome home = homes.remove(id);
        if (home == null) {
            return;
        }
        byLoad.remove(home);
        for (Slot slot : home.used()) {
            slot.attempts().forEach(this::free);
            slot.hanging().forEach(hanging::remove);
        }
    }

    /** Puts all of these attempts somewhere, or none. */
    Placed place(List<ExecutionAttemptId> attempts) {
        Map<Integer, Candidates> candidates = new HashMap<>();
        List<Slot> imagined = new ArrayList<>();
        for (ExecutionAttemptId attempt : attempts) {
            JobSlots own = jobs.computeIfAbsent(attempt.job(), job -> new JobSlots());
            Optional<Slot> known = own.beside(attempt)
                    .or(() -> candidates
                            .computeIfAbsent(attempt.vertex(), vertex -> new Candidates(own.all()))
                            .least(attempt));
            Slot slot = known.or(this::take).orElseGet(() -> {
                Slot missing = new Slot(null);
                imagined.add(missing);
                return missing;
            });
            put(attempt, slot);
            if (known.isEmpty()) {
                candidates.values().forEach(others -> others.add(slot));
            }
        }
        if (!imagined.isEmpty()) {
            attempts.forEach(this::free);
            return new Placed(Map.of(), imagined.size());
        }
        Map<ExecutionAttemptId, ContainerId> found = new LinkedHashMap<>();
        attempts.forEach(
                attempt -> found.put(attempt, places.get(attempt).home().id()));
        return new Placed(found, 0);
    }

    /** A free slot, of whoever has the smallest part in use. */
    private Optional<Slot> take() {
        return byLoad.isEmpty() || byLoad.first().available() == 0
                ? Optional.empty()
                : Optional.of(take(byLoad.first()));
    }

    private Slot take(SlotHome home) {
        byLoad.remove(home);
        Slot slot = home.take();
        byLoad.add(home);
        return slot;
    }

    private void giveBack(Slot slot) {
        SlotHome home = slot.home();
        if (home != null && homes.get(home.id()) == home) {
            byLoad.remove(home);
            home.giveBack(slot);
            byLoad.add(home);
        }
    }

    private void put(ExecutionAttemptId attempt, Slot slot) {
        slot.add(attempt);
        places.put(attempt, slot);
        jobs.computeIfAbsent(attempt.job(), job -> new JobSlots()).put(attempt, slot);
    }

    /** It runs there already, whether there was room or not; above that, nothing more is put there until enough has ended. */
    void book(ExecutionAttemptId attempt, ContainerId id) {
        SlotHome home = homes.get(id);
        if (home == null || places.containsKey(attempt)) {
            return;
        }
        Optional<Slot> beside =
                jobs.computeIfAbsent(attempt.job(), job -> new JobSlots()).in(home, attempt);
        put(attempt, beside.orElseGet(() -> take(home)));
    }

    /** It has ended, or will not begin. */
    void free(ExecutionAttemptId attempt) {
        Slot slot = places.remove(attempt);
        if (slot == null) {
            return;
        }
        JobSlots own = jobs.get(attempt.job());
        slot.remove(attempt);
        own.take(attempt, slot);
        if (own.isEmpty()) {
            jobs.remove(attempt.job());
        }
        if (slot.free()) {
            giveBack(slot);
        }
    }

    /** It counts as ended, but its thread does not end: its slot is given up until it does, also when its job is over. */
    void hangs(ExecutionAttemptId attempt, ContainerId id) {
        SlotHome home = homes.get(id);
        if (home == null || hanging.containsKey(attempt)) {
            return;
        }
        Slot slot = places.get(attempt);
        if (slot == null || slot.home() != home) {
            slot = take(home);
        }
        slot.hangs(attempt);
        hanging.put(attempt, slot);
    }

    /** Its thread has ended at last. */
    void returned(ExecutionAttemptId attempt, ContainerId id) {
        Slot slot = hanging.get(attempt);
        if (slot != null && slot.home().id().equals(id)) {
            hanging.remove(attempt);
            slot.returned(attempt);
            if (slot.free()) {
                giveBack(slot);
            }
        }
    }

    /** Nothing of the job is anywhere any more, but for threads that hang. */
    void release(JobId job) {
        if (jobs.containsKey(job)) {
            jobs.get(job).attempts().forEach(this::free);
        }
    }

    /** Slots of that TaskManager that nothing uses. */
    int available(ContainerId id) {
        return homes.containsKey(id) ? homes.get(id).available() : 0;
    }

    int total() {
        return homes.values().stream().mapToInt(SlotHome::count).sum();
    }

    int available() {
        return homes.values().stream().mapToInt(SlotHome::available).sum();
    }
}
