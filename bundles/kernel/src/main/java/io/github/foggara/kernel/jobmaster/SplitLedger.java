package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.failover.TaskId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Every split that an enumerator has given to a subtask during this life, whatever attempt was the current one: another attempt of the subtask
 * gets all of them again, so none is lost and none read by two. Main thread only.
 */
final class SplitLedger {
    /**
     * @param noMore whether none will follow
     */
    record Assigned(List<byte[]> splits, boolean noMore) {}

    private static final Assigned NONE = new Assigned(List.of(), false);

    private final Map<TaskId, Assigned> assigned = new HashMap<>();

    void add(TaskId task, List<byte[]> splits, boolean noMore) {
        Assigned before = of(task);
        List<byte[]> all = before == NONE ? new ArrayList<>() : before.splits();
        all.addAll(splits);
        assigned.put(task, new Assigned(all, before.noMore() || noMore));
    }

    /** All that was ever assigned to it. */
    Assigned of(TaskId task) {
        return assigned.getOrDefault(task, NONE);
    }
}
