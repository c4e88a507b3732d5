package io.github.foggara.checkpoint.coordinator;

import io.github.foggara.api.checkpoint.CheckpointMetadata.Kind;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Pointer;
import io.github.foggara.api.checkpoint.CheckpointStorage.Damaged;
import io.github.foggara.checkpoint.coordinator.StorageWork.There;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which completed checkpoints there are, and which of them have had their time. Main thread.
 *
 * <p>Strays are complete in the storage but nothing is known of them: their completion was not recorded before a crash, or the record is
 * lost. As long as they are newer than all that is known they may be what the job has to go on from; later they are in nobody's way but
 * the disk's. Damaged ones that the log has forgotten are strays too.
 */
final class CompletedCheckpoints {
    private final TreeMap<Long, Pointer> known = new TreeMap<>();
    private final Set<Long> strays = new TreeSet<>();
    /** Recorded as complete, and about to be deleted. */
    private final Set<Long> leaving = new TreeSet<>();

    CompletedCheckpoints(List<Pointer> recorded) {
        recorded.forEach(pointer -> known.put(pointer.id(), pointer));
    }

    /**
     * What the storage holds when the life begins.
     *
     * @return the highest id of all, 0 for none: it is not used again
     */
    long found(There there) {
        long highest = 0;
        for (Pointer pointer : there.complete()) {
            highest = Math.max(highest, pointer.id());
            if (pointer.kind() == Kind.CHECKPOINT && !known.containsKey(pointer.id())) {
                strays.add(pointer.id());
            }
        }
        for (Damaged damaged : there.damaged()) {
            highest = Math.max(highest, damaged.id());
            if (!known.containsKey(damaged.id())) {
                strays.add(damaged.id());
            }
        }
        return highest;
    }

    void add(Pointer pointer) {
        known.put(pointer.id(), pointer);
    }

    boolean contains(long id) {
        return known.containsKey(id) || leaving.contains(id);
    }

    long newest() {
        return known.isEmpty() ? 0 : known.lastKey();
    }

    /** Takes out what is to be deleted: all but the newest few, and strays that are older than one that is known. */
    List<Long> surplus(int retained) {
        List<Long> surplus = new ArrayList<>();
        List<Pointer> checkpoints = checkpoints();
        for (Pointer old : checkpoints.subList(0, Math.max(0, checkpoints.size() - retained))) {
            known.remove(old.id());
            leaving.add(old.id());
            surplus.add(old.id());
        }
        for (Long stray : List.copyOf(strays)) {
            if (stray < newest()) {
                strays.remove(stray);
                surplus.add(stray);
            }
        }
        return surplus;
    }

    /** It is deleted; whether the log knows it. */
    boolean forget(long id) {
        return leaving.remove(id);
    }

    /** Could not be deleted: tried again the next time. */
    void putBack(long id) {
        strays.add(id);
    }

    private List<Pointer> checkpoints() {
        return known.values().stream()
                .filter(pointer -> pointer.kind() == Kind.CHECKPOINT)
                .toList();
    }
}
